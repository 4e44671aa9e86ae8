import type { Fields } from './browser-page.ts'

export const plainText = (text: string) => ({ type: 'plain_text', text })
export const mrkdwnText = (text: string) => ({ type: 'mrkdwn', text })

export const createButton = (text: string, more: Fields = {}) => ({
  type: 'button',
  action_id: text,
  text: plainText(text),
  ...more,
})

export const TWO_OPTIONS = ['one', 'two'].map((value) => ({ text: plainText(value), value }))
