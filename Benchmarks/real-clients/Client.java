import java.net.*; import java.net.http.*; import java.net.http.HttpResponse.BodyHandlers; import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest; import java.util.*; import java.util.concurrent.*;
public class Client {
  interface Run { Object get() throws Exception; }
  static String base;
  static HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NORMAL).cookieHandler(new CookieManager()).build();
  static void step(String name, Run run) { try { System.out.println(name + "\t" + run.get()); } catch (Exception e) { System.out.println(name + "\tfailed: " + e); } }
  static HttpRequest.Builder at(String path) { return HttpRequest.newBuilder(URI.create(base + path)); }
  static String text(HttpRequest r) throws Exception { var a = client.send(r, BodyHandlers.ofString()); return a.statusCode() + " " + a.body(); }
  static byte[] sha(byte[] b) throws Exception { return MessageDigest.getInstance("SHA-256").digest(b); }
  static byte[] block(int size) throws Exception { byte[] s = sha("inspector".getBytes()), b = new byte[size]; for (int i = 0; i < size; i++) b[i] = s[i % 32]; return b; }
  static String hash(byte[] b) throws Exception { return HexFormat.of().formatHex(sha(b)).substring(0, 16); }
  public static void main(String[] words) throws Exception {
    base = words[0];
    step("get", () -> text(at("/get").build()));
    step("post", () -> text(at("/sink").POST(BodyPublishers.ofString("hello")).build()));
    byte[] big = block(100 << 20);
    step("100 MB up", () -> text(at("/sink").POST(BodyPublishers.ofByteArray(big)).build()));
    step("100 MB up, chunked", () -> text(at("/sink").POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(big))).build()));
    step("100 MB down", () -> { var a = client.send(at("/source").build(), BodyHandlers.ofByteArray()); return a.statusCode() + " " + a.body().length + " " + hash(a.body()); });
    step("gzip", () -> { var a = client.send(at("/gzip").header("Accept-Encoding", "gzip").build(), BodyHandlers.ofByteArray()); return a.statusCode() + " " + hash(a.body()); });
    step("chunked down", () -> text(at("/chunked").build()));
    step("redirect", () -> text(at("/redirect").build()));
    step("cookies", () -> { text(at("/login").build()); return text(at("/private").build()); });
    step("range", () -> text(at("/range").header("Range", "bytes=2-5").build()));
    step("events", () -> text(at("/events").build()));
    step("HEAD", () -> { var a = client.send(at("/get").method("HEAD", BodyPublishers.noBody()).build(), BodyHandlers.ofString()); return a.statusCode() + " " + a.headers().firstValue("content-length").orElse("-"); });
    step("204", () -> text(at("/204").build()));
    step("304", () -> text(at("/304").build()));
    step("Expect", () -> text(at("/sink").expectContinue(true).POST(BodyPublishers.ofString("hello")).build()));
    step("WebSocket", () -> { var heard = new CompletableFuture<String>();
      var socket = client.newWebSocketBuilder().buildAsync(URI.create(base.replace("http:", "ws:") + "/ws"), new WebSocket.Listener() {
        public CompletionStage<?> onText(WebSocket s, CharSequence t, boolean last) { heard.complete(t.toString()); return null; } }).get(10, TimeUnit.SECONDS);
      socket.sendText("hello", true); return heard.get(10, TimeUnit.SECONDS); });
    step("1,000 in a row", () -> { int right = 0; for (int n = 0; n < 1000; n++) if (text(at("/n/" + n).build()).equals("200 /n/" + n)) right++; return right; });
    step("200 at once", () -> { var all = new ArrayList<CompletableFuture<String>>();
      for (int n = 0; n < 200; n++) all.add(client.sendAsync(at("/n/" + n).build(), BodyHandlers.ofString()).thenApply(a -> a.statusCode() + " " + a.body()));
      int right = 0; for (int n = 0; n < 200; n++) if (all.get(n).get().equals("200 /n/" + n)) right++; return right; });
    System.exit(0);
  }
}
