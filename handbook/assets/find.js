// The site's search. It needs no server: its index is a script, loaded when the search is first opened.
(() => {
  const dialog = document.getElementById("find")
  const field = document.getElementById("find-field")
  const list = document.getElementById("find-list")
  const told = document.getElementById("find-told")
  const home = dialog.dataset.home
  const MOST = 12
  const WEIGHTS = { name: 9, title: 7, messages: 5, text: 1 }
  const MAC = /Mac|iPhone|iPad/.test(navigator.platform)
  let entries = null
  let chosen = -1

  /** Letters, digits and Chinese in lower case; everything else is a blank. */
  const plain = text => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `

  const prepared = entry => ({
    entry,
    name: plain(`${entry.name ?? ""} ${entry.code ?? ""}`),
    title: plain(`${entry.title} ${entry.page ?? ""}`),
    messages: entry.messages.map(plain),
    said: plain(entry.messages.join(" ")),
    text: plain(entry.text),
  })

  /** Words of Latin letters as they are; of Chinese every two characters that follow each other. */
  const terms = query => {
    const found = new Set()
    for (const word of plain(query).trim().split(" ").filter(Boolean)) {
      for (const part of word.match(/[\u3400-\u9fff]+|[^\u3400-\u9fff]+/gu)) {
        if (!/[\u3400-\u9fff]/u.test(part)) found.add(` ${part}`)
        else if (part.length === 1) found.add(part)
        else for (let at = 0; at + 1 < part.length; at += 1) found.add(part.slice(at, at + 2))
      }
    }
    return [...found]
  }

  const holds = (row, term) => {
    // Where words were split at Chinese characters, no blank stands before a Latin one.
    if (row.name.includes(term)) return "name"
    if (row.title.includes(term)) return "title"
    if (row.said.includes(term)) return "messages"
    return row.text.includes(term) ? "text" : ""
  }

  /** How well the whole of what was typed fits a name, a code, a title or a message. */
  const whole = (row, query) => {
    const words = query.trim()
    if (!words) return 0
    if (row.name.includes(query)) return 1000
    if (row.name.includes(` ${words}`)) return 500
    let score = 0
    if (words.length > 2 && row.name.includes(words)) score = 120
    if (words.length > 2 && row.title.includes(words)) score = Math.max(score, 150)
    for (const message of row.messages) {
      // A line that was copied from a log holds the message, or the message holds the line.
      const kept = message.trim()
      if (words.length > 3 && message.includes(words)) score = Math.max(score, 110)
      if (kept.length > 11 && query.includes(message)) score = Math.max(score, 90 + Math.min(kept.length, 60))
    }
    return score
  }

  const search = typed => {
    const query = plain(typed)
    // In a long line numbers are times and addresses, which no page has.
    const every = terms(typed)
    const asked = every.length > 4 ? every.filter(term => !/^ \d+$/.test(term)) : every
    const known = asked
      .map(term => [term, entries.reduce((sum, row) => sum + (holds(row, term) ? 1 : 0), 0)])
      .filter(([, count]) => count)
    const rarity = new Map(known.map(([term, count]) => [term, Math.log(1 + entries.length / count)]))
    const all = [...rarity.values()].reduce((sum, one) => sum + one, 0)
    // Of a few words all have to be there; of a long line, with its times and addresses, most.
    const least = asked.length > 4 ? 0.5 : 0.99
    if (!known.length || (asked.length <= 4 && known.length < asked.length)) return []
    const found = []
    for (const row of entries) {
      let score = 0
      let covered = 0
      for (const [term, weight] of rarity) {
        const where = holds(row, term)
        if (!where) continue
        covered += weight
        score += weight * WEIGHTS[where]
      }
      const fits = whole(row, query)
      if (covered < least * all && !fits) continue
      score = score * (covered / all) ** 2 + fits
      found.push({ row, score: row.entry.url.startsWith("project/") ? score / 2 : score })
    }
    return found.sort((one, other) => other.score - one.score).slice(0, MOST)
  }

  /** The words around the first term that the entry's messages or its text hold. */
  const excerpt = (entry, asked) => {
    const bare = asked.map(term => term.trim())
    const held = text => bare.filter(term => text.toLowerCase().includes(term)).length
    const [message] = [...entry.messages].sort((one, other) => held(other) - held(one))
    if (message && held(message) >= Math.max(1, held(entry.text) / 2)) return message
    const at = Math.min(...bare.map(term => entry.text.toLowerCase().indexOf(term)).filter(one => one >= 0))
    if (!Number.isFinite(at)) return entry.text.slice(0, 160)
    const from = Math.max(0, at - 60)
    return `${from ? "… " : ""}${entry.text.slice(from, at + 120)} …`
  }

  const marked = (text, asked) => {
    // Where a word begins, and never a single letter, which would be everywhere.
    const bare = asked.map(term => term.trim()).filter(term => term.length > 1 || /[\u3400-\u9fff]/u.test(term))
    const parts = document.createDocumentFragment()
    const begins = bare.map(term => /^[\u3400-\u9fff]/u.test(term) ? term : `(?<![\\p{L}\\p{N}])${term}`)
    for (const [number, part] of text.split(new RegExp(`(${begins.join("|") || "(?!)"})`, "iu")).entries()) {
      parts.append(number % 2 ? Object.assign(document.createElement("mark"), { textContent: part }) : part)
    }
    return parts
  }

  const option = ({ row: { entry } }, number, asked) => {
    const link = Object.assign(document.createElement("a"), { href: home + entry.url, id: `find-${number}`, tabIndex: -1 })
    link.setAttribute("role", "option")
    link.setAttribute("aria-selected", "false")
    const title = document.createElement("strong")
    title.append(marked(entry.title, asked))
    const about = document.createElement("small")
    about.append(marked(entry.name ? `${entry.name} · ${entry.code}` : entry.page ?? "", asked))
    const text = document.createElement("span")
    text.append(marked(excerpt(entry, asked), asked))
    link.append(title, about, text)
    return link
  }

  const choose = at => {
    const options = [...list.children]
    chosen = options.length ? (at + options.length) % options.length : -1
    for (const [number, one] of options.entries()) one.setAttribute("aria-selected", String(number === chosen))
    if (chosen < 0) return field.removeAttribute("aria-activedescendant")
    field.setAttribute("aria-activedescendant", options[chosen].id)
    options[chosen].scrollIntoView({ block: "nearest" })
  }

  const show = () => {
    if (!entries) return
    const asked = terms(field.value)
    const found = asked.length ? search(field.value) : []
    list.replaceChildren(...found.map((one, number) => option(one, number, asked)))
    list.hidden = !found.length
    field.setAttribute("aria-expanded", String(found.length > 0))
    told.textContent = asked.length && !found.length ? dialog.dataset.none : ""
    choose(0)
  }

  const load = () => {
    if (entries || document.getElementById("find-index")) return
    const script = Object.assign(document.createElement("script"), { id: "find-index", src: `${home}assets/find-index.js` })
    script.onload = () => { entries = window.calicovetIndex.map(prepared); show() }
    document.head.append(script)
  }

  const open = () => {
    load()
    if (!dialog.open) dialog.showModal()
    field.select()
  }

  for (const button of document.querySelectorAll("[data-find]")) button.addEventListener("click", open)
  for (const key of document.querySelectorAll("[data-find] kbd")) key.textContent = MAC ? "⌘K" : "Ctrl+K"
  field.addEventListener("input", show)
  field.addEventListener("keydown", event => {
    if (event.isComposing) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1))
    }
    if (event.key === "Enter") {
      event.preventDefault()
      list.children[chosen]?.click()
    }
  })
  list.addEventListener("click", () => dialog.close())
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close() })
  document.addEventListener("keydown", event => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]")
    const asked = (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) || (event.key === "/" && !typing)
    if (!asked || event.altKey) return
    event.preventDefault()
    open()
  })
})()
