import { createElement, memo, useState } from 'react'
import { createRoot } from 'react-dom/client'

// React alone: the least that can show an answer as it arrives. Each delta is a change of state, nothing is gathered,
// and a finished paragraph is not drawn again.
const Paragraph = memo(({ text }) => createElement('p', null, text))
const drawn = text => createElement(Paragraph, { text })

function Page() {
  const [paragraphs, setParagraphs] = useState([])
  const add = text =>
    setParagraphs(known => {
      const [first = '', ...more] = text.split('\n\n')
      return [...known.slice(0, -1), (known.at(-1) ?? '') + first, ...more]
    })
  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', onClick: () => void read(add) }, 'Ask'),
    ...paragraphs.map(drawn),
  )
}

async function read(add) {
  const response = await fetch('/api/chat/reply', { method: 'POST' })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const events = (rest + piece.value).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const [, name, data] = /event: (\w+)\ndata: (.*)/.exec(event) ?? []
      if (name === 'delta') add(JSON.parse(data).text)
      else if (name === 'block') add('\n\n')
    }
  }
}

createRoot(document.getElementById('root')).render(createElement(Page))
