extension MainPicture {
  /// A very small screen: the selected request, its outcome, what fits of the answer.
  func drawCompact(in frame: inout Frame) {
    drawSelected(in: &frame, layout.targets)
    var segments = Segments()
    if let target = shownRecord?.target ?? main.list.selectedTarget {
      addOutcome(to: &segments, target)
    }
    segments.draw(
      in: &frame, row: layout.answer.row, column: 3, fitting: house.size.width - 4,
      dot: Style(.faint))
    drawContent(in: &frame)
    answer.drawChooser(in: &frame, layout.content)
  }

  private func drawSelected(in frame: inout Frame, _ region: Region) {
    let title: String
    if let target = shownRecord?.target ?? main.list.selectedTarget {
      let item = house.items[target]
      let (sign, style) = sign(of: target, house.state(of: target))
      frame.draw(sign, row: region.row, column: 1, style: style)
      title = shownRecord.map(house.asked) ?? item.title
    } else if case .group(let group) = main.list.selectedRow {
      title = main.list.groups[group]
    } else {
      title = house.items.isEmpty ? "no requests here" : "nothing matches"
    }
    frame.draw(
      title, row: region.row, column: 3, fitting: house.size.width - 4,
      style: Style(.title, bold: true))
    frame.draw("▌", row: region.row, column: 0, style: Style(.accent))
  }
}
