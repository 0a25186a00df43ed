const crypto = require("crypto"), base = process.argv[2];
const hash = bytes => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 16);
const block = size => Buffer.alloc(size, crypto.createHash("sha256").update("inspector").digest());
const step = async (name, run) => { try { console.log(name + "\t" + await run()); } catch (error) { console.log(name + "\tfailed: " + error + " " + error.cause); } };
const text = async (path, options) => { const r = await fetch(base + path, options); return r.status + " " + await r.text(); };
(async () => {
  await step("get", () => text("/get"));
  await step("post", () => text("/sink", { method: "POST", body: "hello" }));
  await step("100 MB up", () => text("/sink", { method: "POST", body: block(100 << 20) }));
  await step("100 MB up, chunked", () => text("/sink", { method: "POST", duplex: "half",
    body: new ReadableStream({ start() { this.n = 0; }, pull(c) { if (this.n++ < 100) c.enqueue(block(1 << 20)); else c.close(); } }) }));
  await step("100 MB down", async () => { const r = await fetch(base + "/source"); const b = Buffer.from(await r.arrayBuffer()); return r.status + " " + b.length + " " + hash(b); });
  await step("gzip", () => text("/gzip"));
  await step("chunked down", () => text("/chunked"));
  await step("redirect", () => text("/redirect"));
  console.log("cookies\t– fetch keeps none outside a page");
  await step("range", () => text("/range", { headers: { Range: "bytes=2-5" } }));
  await step("events", () => text("/events"));
  await step("HEAD", async () => { const r = await fetch(base + "/get", { method: "HEAD" }); return r.status + " " + r.headers.get("content-length"); });
  await step("204", () => text("/204"));
  await step("304", () => text("/304"));
  await step("1,000 in a row", async () => { let right = 0; for (let n = 0; n < 1000; n++) if (await text("/n/" + n) == "200 /n/" + n) right++; return right; });
  await step("200 at once", async () => { const all = await Promise.all(Array.from({ length: 200 }, (_, n) => text("/n/" + n))); return all.filter((f, n) => f == "200 /n/" + n).length; });
})();
