/**
 * The book in Typst. It reads everything that people wrote as data, and shows it as text: none of it is ever code, whatever
 * signs stand in it.
 */
export const template = String.raw`
#let book = json(bytes(sys.inputs.book))
#let ink = rgb("#2b2530")
#let muted = rgb("#665c6b")
#let side(from-right) = if from-right { rtl } else { ltr }
#let told(words) = {
  set text(dir: side(words.rtl))
  words.text
}
#let paragraphs(words) = {
  set text(dir: side(words.rtl))
  for paragraph in words.text.split(regex("\n[ \t]*\n\s*")) {
    par(paragraph.split("\n").map(line => [#line]).join(linebreak()))
  }
}

#set document(title: book.title, author: book.name.text, date: auto)
#set text(font: book.fonts, size: 10.5pt, lang: book.lang, dir: side(book.rtl), fill: ink)
#set text(region: book.region) if book.region.len() == 2
#set par(leading: 0.72em, spacing: 0.9em)
#set page(
  width: if book.format == "square" { 210mm } else { 148mm },
  height: 210mm,
  margin: if book.format == "square" { (inside: 36mm, outside: 30mm, top: 22mm, bottom: 24mm) } else {
    (inside: 20mm, outside: 16mm, top: 17mm, bottom: 20mm)
  },
  binding: if book.rtl { right } else { left },
)
#show heading: set text(weight: "bold", fill: rgb("#a8401c"))
#show heading.where(level: 1): it => {
  pagebreak(weak: true)
  block(below: 1.4em, text(size: 19pt, it.body))
}
#show heading.where(level: 2): it => block(above: 2em, below: 1.1em, text(size: 13pt, it.body))
#show heading.where(level: 3): it => block(above: 1.7em, below: 0.65em, text(size: 11pt, fill: ink, it.body))

#page(margin: 18mm)[
  #set align(center)
  #v(1fr)
  #if book.portrait {
    box(radius: 50%, clip: true, image("/portrait.jpg", width: 62mm, height: 62mm, fit: "cover", alt: book.name.text))
    v(10mm)
  }
  #par(text(size: 14pt, fill: muted, book.lead))
  #par(leading: 0.4em, text(size: 30pt, weight: "bold", told(book.name)))
  #v(4mm)
  #par(text(fill: muted, book.dates))
  #v(1.4fr)
]
#set page(numbering: "1")
#counter(page).update(1)
#outline(title: book.contents, depth: 2, indent: 1em)

#for part in book.parts {
  heading(level: 1, part.title)
  let group = none
  for entry in part.entries {
    if entry.group != none and entry.group != group { heading(level: 2, told(entry.group)) }
    group = entry.group
    block(breakable: entry.text.text.len() > 800, width: 100%, below: 1.4em, {
      if entry.heading != none { heading(level: 3, told(entry.heading)) }
      paragraphs(entry.text)
      if entry.note != none { block(above: 0.7em, text(size: 9pt, fill: muted, told(entry.note))) }
    })
  }
}
`;
