import type { JSX } from 'preact'

const PATHS = {
  hash: 'M7.5 3 6 17M14 3l-1.5 14M3.5 7.500h13.500M3 12.500h13.5',
  lock: 'M4.5 9h11v8h-11zM7 9V6.500a3 3 0 0 1 6 0V9',
  chat: 'M3 4h14v10h-7l-4 3v-3H3z',
  mail: 'M2.5 4.500h15v11h-15zM2.8 5l7.2 6 7.2-6',
  agent:
    'M10 2.500V5M5 5h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM7.5 9.500v1.500M12.5 9.500v1.500M1.2 9.500v3M18.8 9.500v3',
  cloud: 'M6 15.500h8.500a3.3 3.3 0 0 0 .4-6.600A5 5 0 0 0 5.3 8.2 3.7 3.7 0 0 0 6 15.500z',
  pulse: 'M2 10h3.500l2-6 4 12 2.5-6H18',
  back: 'M12 4 6 10l6 6',
  close: 'm5 5 10 10M15 5 5 15',
  more: 'M4.5 10h.1M10 10h.1M15.5 10h.1',
  reply: 'M3 4h14v9H10l-3.5 3v-3H3zM7 8.500h6',
  smile: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7 12c1.5 2.2 4.5 2.2 6 0M7.5 8v.1M12.5 8v.1',
  send: 'M3.5 10 3 3.8 17 10 3 16.200zM3.5 10H9',
  plus: 'M10 4v12M4 10h12',
  clip: 'm14.5 9-5.4 5.400a2.6 2.6 0 0 1-3.7-3.700l6.2-6.200a1.8 1.8 0 0 1 2.6 2.600l-5.8 5.7',
  bolt: 'M11 2.5 4.5 11.500h4.500l-.5 6 7-9.500H11z',
  at: 'M13 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zm0-3v4a2 2 0 0 0 4 0v-1a7 7 0 1 0-3 5.7',
  slash: 'M13 3.5 7 16.5',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h6M5 16h6M12 4 8 16',
  strike:
    'M4 10h12M13.5 6.500C13 5 11.8 4.2 10 4.200c-2 0-3.5 1-3.5 2.700M6.5 13c.3 1.7 1.6 2.8 3.6 2.800s3.6-1 3.6-2.8',
  code: 'm7 5.5-4.5 4.500L7 14.500M13 5.500l4.5 4.5-4.5 4.5',
  list: 'M8 5h9M8 10h9M8 15h9M3.5 5h.1M3.5 10h.1M3.5 15h.1',
  ordered: 'M8.5 5H17M8.5 10H17M8.5 15H17M3 3.500h1V7M3 12.500h2L3 16h2.2',
  quote: 'M4 4v12M8 6h9M8 10h9M8 14h5',
  link: 'M8.5 11.500a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.300l-1 1M11.5 8.500a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.300l1-1',
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm5.5 8 4.5 4.500L14.5 8',
  home: 'M3 9.5 10 3.500l7 6M5 8.500v8h10v-8',
  search: 'M8.5 13.500a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM12.5 12.5 17 17',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12.200a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400z',
  file: 'M5 2.500h7l3.5 3.500v11.500H5zM12 2.500V6h3.5',
  trash: 'M4 5.500h12M8 5V3h4v2M5.5 5.5 6.3 17h7.400l.8-11.5',
  down: 'M10 4v12M5 11l5 5 5-5',
  up: 'M10 16V4M5 9l5-5 5 5',
  calendar: 'M3.5 5h13v12h-13zM3.5 8.500h13M7 3v3.500M13 3v3.5',
  people:
    'M7.5 9.500a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.400zM2.5 16c0-3 2-4.5 5-4.500s5 1.5 5 4.500M13 4.500a2.5 2.5 0 0 1 0 4.800M14.5 11.800c2 .4 3 1.9 3 4.2',
  play: 'M6 4v12l10-6z',
  warning: 'M10 3 18 17H2zM10 8.500v4M10 14.700v.1',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
