import type { JSX } from 'preact'

/**
 * The status marks of cards. The page draws them: they look alike on every system, even without an emoji font. Each is a 20-unit drawing in its own
 * colour.
 */
const drawRing = (colour: string, inside: string): string =>
  `<circle cx="10" cy="10" r="8" fill="var(--mark-${colour})"/><g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${inside}</g>`
const drawLine = (colour: string, inside: string): string =>
  `<g fill="none" stroke="var(--mark-${colour})" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${inside}</g>`

type Glyph = [name: string, drawing: string]
const UNKNOWN: Glyph = [
  'unknown',
  drawRing('grey', '<path d="M7.9 8a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.5M10 14v.1"/>'),
]
const MAIL: Glyph = ['mail', drawLine('blue', '<path d="M2.5 4.5h15v11h-15zM2.8 5l7.2 6 7.2-6"/>')]
const HOURGLASS =
  '<path d="M5.5 2.5h9M5.5 17.5h9M6.5 2.5v2.6c0 2.2 3.5 3.2 3.5 4.9s-3.5 2.7-3.5 4.9v2.6M13.5 2.5v2.6c0 2.2-3.5 3.2-3.5 4.9s3.5 2.7 3.5 4.9v2.6"/>'

const GLYPHS: Record<string, Glyph> = {
  '✅': ['done', drawRing('green', '<path d="m6.3 10.4 2.5 2.5 5-5.4"/>')],
  '✔': ['done', drawLine('green', '<path d="m4 10.5 4 4 8-9"/>')],
  '❌': ['no', drawRing('red', '<path d="m7 7 6 6m0-6-6 6"/>')],
  '⏳': ['working', drawLine('amber', `${HOURGLASS}<path d="M8.3 15.8h3.4"/>`)],
  '⌛': ['waiting', drawLine('amber', HOURGLASS)],
  '⏸': ['paused', drawRing('blue', '<path d="M8 7.2v5.6M12 7.2v5.6"/>')],
  '⏹': ['stopped', drawRing('grey', '<path d="M7.7 7.7h4.6v4.6H7.7z" fill="#fff"/>')],
  '⚠': [
    'warning',
    '<path d="M10 2.2 18.6 17a1 1 0 0 1-.9 1.4H2.3A1 1 0 0 1 1.4 17z" fill="var(--mark-amber)"/><path d="M10 7.6v4.6M10 15.1v.1" stroke="var(--mark-ink)" stroke-width="2" stroke-linecap="round" fill="none"/>',
  ],
  '❔': UNKNOWN,
  '❓': UNKNOWN,
  ℹ: ['note', drawRing('blue', '<path d="M10 9.3v4.2M10 6.5v.1"/>')],
  '🗄': ['archived', drawLine('grey', '<path d="M3.5 3.5h13v13h-13zM3.5 10h13M8.3 6.7h3.4M8.3 13.2h3.4"/>')],
  '✉': MAIL,
  '📧': MAIL,
  '📨': ['mail', drawLine('blue', '<path d="M5 4.5h12.5v11H7.5M5.2 5l6 5 6-5M1.5 9h3M2.5 12.5h4"/>')],
  '📬': MAIL,
  '📎': [
    'attachment',
    drawLine('grey', '<path d="m14.5 9-5.4 5.4a2.6 2.6 0 0 1-3.7-3.7l6.2-6.2a1.8 1.8 0 0 1 2.6 2.6l-5.8 5.7"/>'),
  ],
  '🖼': ['picture', drawLine('blue', '<path d="M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M12.5 7.5v.1"/>')],
  '⚙': [
    'automatic',
    drawLine(
      'grey',
      '<circle cx="10" cy="10" r="2.5"/><circle cx="10" cy="10" r="5.5"/><path d="M10 2v2.5M10 15.5V18M2 10h2.5M15.5 10H18M4.3 4.3l1.8 1.8M13.9 13.9l1.8 1.8M15.7 4.3l-1.8 1.8M6.1 13.9l-1.8 1.8"/>',
    ),
  ],
  '👥': [
    'people',
    drawLine(
      'grey',
      '<path d="M8 10a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 10zM2.5 16.5c.5-3 2.7-4.2 5.5-4.2s5 1.2 5.5 4.2M13 4.6a2.8 2.8 0 0 1 0 5.2M14.8 12.6c1.5.6 2.4 1.9 2.7 3.9"/>',
    ),
  ],
  '📅': ['calendar', drawLine('blue', '<path d="M3.5 5h13v11.5h-13zM3.5 8.8h13M7 3v3.5M13 3v3.5"/>')],
  '📦': [
    'package',
    drawLine('amber', '<path d="M3.5 6.5 10 3l6.5 3.5v7L10 17l-6.5-3.5zM3.5 6.5 10 10l6.5-3.5M10 10v7"/>'),
  ],
  '👤': [
    'person',
    drawLine('grey', '<path d="M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.6-3.2 3-4.5 6-4.5s5.4 1.3 6 4.5"/>'),
  ],
  '🚫': [
    'blocked',
    '<circle cx="10" cy="10" r="7" fill="none" stroke="var(--mark-red)" stroke-width="2"/><path d="m5.2 5.2 9.6 9.6" stroke="var(--mark-red)" stroke-width="2"/>',
  ],
  '⛔': ['no entry', drawRing('red', '<path d="M6.5 10h7"/>')],
  '🔒': ['locked', drawLine('grey', '<path d="M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9"/>')],
  '🔔': [
    'bell',
    drawLine('amber', '<path d="M4 14.5h12c-1.2-1.2-1.5-2.5-1.5-5a4.5 4.5 0 0 0-9 0c0 2.5-.3 3.8-1.5 5zM8.5 17h3"/>'),
  ],
  '🔕': [
    'muted bell',
    drawLine(
      'grey',
      '<path d="M4 14.5h12c-1.2-1.2-1.5-2.5-1.5-5a4.5 4.5 0 0 0-9 0c0 2.5-.3 3.8-1.5 5zM8.5 17h3M3 3l14 14"/>',
    ),
  ],
  '⏰': [
    'alarm',
    drawLine('amber', '<circle cx="10" cy="11" r="6.5"/><path d="M10 7.5V11l2.5 1.5M3 5l2.5-2.5M17 5l-2.5-2.5"/>'),
  ],
  '🕘': ['scheduled', drawLine('blue', '<circle cx="10" cy="10" r="7"/><path d="M10 5.5V10H6"/>')],
  '💤': ['asleep', drawLine('blue', '<path d="M3 10h6l-6 7h6M11 3h5.5L11 9h5.5"/>')],
  '✍': ['writing', drawLine('blue', '<path d="m4 13 8.5-8.5 3 3L7 16l-4 1zM10.5 6.5l3 3"/>')],
  '💬': ['comment', drawLine('blue', '<path d="M3 4h14v10h-7l-4 3v-3H3z"/>')],
  '🔁': [
    'again',
    drawLine(
      'blue',
      '<path d="M4 9V8a2.5 2.5 0 0 1 2.5-2.5h8M12 3l2.5 2.5L12 8M16 11v1a2.5 2.5 0 0 1-2.5 2.5h-8M8 17l-2.5-2.5L8 12"/>',
    ),
  ],
  '🔍': ['search', drawLine('grey', '<circle cx="8.5" cy="8.5" r="5"/><path d="m12.5 12.5 4.5 4.5"/>')],
  '📄': ['page', drawLine('grey', '<path d="M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5"/>')],
  '📝': ['note', drawLine('grey', '<path d="M5 2.5h10v15H5zM7.5 6.5h5M7.5 10h5M7.5 13.5h3"/>')],
  '📈': ['chart', drawLine('green', '<path d="M3 3v14h14M6 12.5l3.5-4 3 2.5 4-5.5"/>')],
  '📊': ['chart', drawLine('blue', '<path d="M3 3v14h14M7 13.5V9M11 13.5v-7M15 13.5V11"/>')],
  '🚀': [
    'rocket',
    drawLine(
      'blue',
      '<path d="M11.5 13.5 6.5 8.5C8 5 11 2.5 16.5 3.5c1 5.5-1.5 8.5-5 10zM6.5 8.5l-3 .5 2-3.5 2.5.2M11.5 13.5l-.5 3 3.5-2-.2-2.5M4 16l2.5-2.5"/><circle cx="12.7" cy="7.3" r="1.2"/>',
    ),
  ],
  '👀': [
    'eyes',
    drawLine(
      'grey',
      '<ellipse cx="6" cy="10" rx="3" ry="5"/><ellipse cx="14" cy="10" rx="3" ry="5"/><path d="M6.8 11.2v.3M14.8 11.2v.3" stroke-width="3"/>',
    ),
  ],
  '👍': [
    'thumbs up',
    drawLine(
      'amber',
      '<path d="M3 9h3v8H3zM6 9.5 9.2 3c1.6 0 2.3 1 2 2.6L10.7 8h4.8c1.2 0 1.7 1 1.4 2l-1.6 5.7c-.2.8-.8 1.3-1.6 1.3H6"/>',
    ),
  ],
  '👎': [
    'thumbs down',
    drawLine(
      'amber',
      '<path d="M3 11h3V3H3zM6 10.5 9.2 17c1.6 0 2.3-1 2-2.6l-.5-2.4h4.8c1.2 0 1.7-1 1.4-2l-1.6-5.7C15.1 3.5 14.5 3 13.7 3H6"/>',
    ),
  ],
  '🎉': [
    'celebration',
    drawLine(
      'amber',
      '<path d="m3 17 3.5-9.5 6 6zM11 7c0-2 1-3 3-3M13 9.5c1.5-1 3-1 4 0M13.5 2.5v.1M17 6v.1M16.5 13v.1"/>',
    ),
  ],
  '🙌': [
    'raised hands',
    drawLine(
      'amber',
      '<path d="M7 17c-2.5-1-4-3.5-4-6.5V6M13 17c2.5-1 4-3.5 4-6.5V6M7 17v-5M13 17v-5M5.5 4V8M8 3.5V9M14.5 4v4M12 3.5V9"/>',
    ),
  ],
  '❤': [
    'heart',
    '<path d="M10 17S2.5 12.5 2.5 7.5A3.8 3.8 0 0 1 10 6a3.8 3.8 0 0 1 7.5 1.5C17.5 12.5 10 17 10 17z" fill="var(--mark-red)"/>',
  ],
}

const KNOWN = new RegExp(`(${Object.keys(GLYPHS).join('|')})\\uFE0F?`, 'u')

/** Text in which the known marks are replaced by drawings. */
export function GlyphText({ text }: { text: string }): JSX.Element {
  if (!KNOWN.test(text)) return <>{text}</>
  const parts = text.split(KNOWN)
  return (
    <>
      {parts.map((part, index) => {
        const glyph = index % 2 === 1 ? GLYPHS[part] : undefined
        if (!glyph) return part
        return (
          <svg
            key={index}
            class="glyph"
            viewBox="0 0 20 20"
            role="img"
            aria-label={glyph[0]}
            dangerouslySetInnerHTML={{ __html: glyph[1] }}
          />
        )
      })}
    </>
  )
}
