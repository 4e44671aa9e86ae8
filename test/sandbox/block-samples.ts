/** Blocks to test the validators with; each function makes a valid one, `more` bends it. */
export const text = (length: number, type = 'plain_text') => ({ type, text: 'a'.repeat(length) })
export const option = (value: string) => ({ text: text(3), value })
export const options = (count: number) => Array.from({ length: count }, (_, index) => option(`v${index}`))
export const section = (more: object = {}) => ({ type: 'section', text: text(5, 'mrkdwn'), ...more })
export const actions = (...elements: object[]) => ({ type: 'actions', elements })
export const button = (more: object = {}) => ({ type: 'button', text: text(4), ...more })
export const input = (element: object, more: object = {}) => ({ type: 'input', label: text(4), element, ...more })
export const rich = (...elements: object[]) => ({ type: 'rich_text', elements })
export const richSection = (...elements: object[]) => rich({ type: 'rich_text_section', elements })
export const richWord = (word = 'word') => richSection({ type: 'text', text: word })
export const image = { type: 'image', image_url: 'https://img.test/a.png', alt_text: 'a picture' }
export const card = (more: object = {}) => ({ type: 'card', title: text(10, 'mrkdwn'), ...more })
export const task = (more: object = {}) => ({
  type: 'task_card',
  task_id: 't1',
  title: 'Look',
  status: 'in_progress',
  ...more,
})
export const plan = (...tasks: object[]) => ({ type: 'plan', title: 'Work', tasks })
export const pie = (more: object = {}) => ({
  type: 'data_visualization',
  title: 'Mails',
  chart: { type: 'pie', segments: [{ label: 'in', value: 3 }] },
  ...more,
})
export const bars = (data: object[], more: object = {}) => ({
  type: 'data_visualization',
  title: 'Mails',
  chart: { type: 'bar', series: [{ name: 'in', data }], axis_config: { categories: ['Mon', 'Tue'] }, ...more },
})
export const days = [
  { label: 'Mon', value: 1 },
  { label: 'Tue', value: -2 },
]
export const cells = (count: number) => Array.from({ length: count }, () => ({ type: 'raw_text', text: 'x' }))
export const table = (rows: number, columns: number) => ({
  type: 'table',
  rows: Array.from({ length: rows }, () => cells(columns)),
})
export const dataTable = (rows: object[][], more: object = {}) => ({
  type: 'data_table',
  caption: 'Jobs',
  rows,
  ...more,
})
export const container = (...child_blocks: object[]) => ({ type: 'container', title: text(9), child_blocks })
export const modal = (blocks: object[], more: object = {}) => ({ type: 'modal', title: text(5), blocks, ...more })
export const select = (more: object = {}) => ({ type: 'static_select', action_id: 's', options: options(2), ...more })
export const video = {
  type: 'video',
  title: text(9),
  alt_text: 'a film',
  thumbnail_url: 'https://img.test/t.png',
  video_url: 'https://video.test/1',
}
