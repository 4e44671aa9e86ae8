import { TWO_OPTIONS, createButton, mrkdwnText, plainText } from './block-builders.ts'
import type { Fields } from './browser-page.ts'

/** A block of every type that the page renders. */
export const BLOCK_GALLERY: Fields[] = [
  { type: 'header', text: plainText('A header') },
  { type: 'divider' },
  {
    type: 'section',
    text: mrkdwnText('With a picture'),
    accessory: { type: 'image', image_url: 'https://remote.test/p.png', alt_text: 'Logo' },
  },
  { type: 'section', fields: [mrkdwnText('*Sent*\n12'), mrkdwnText('*Lost*\n0')] },
  {
    type: 'context',
    elements: [mrkdwnText('small print'), { type: 'image', image_url: 'https://remote.test/i.png', alt_text: 'Icon' }],
  },
  { type: 'image', image_url: 'https://remote.test/chart.png', alt_text: 'A remote chart', title: plainText('Chart') },
  {
    type: 'actions',
    elements: [
      createButton('Plain'),
      createButton('Main', { style: 'primary' }),
      createButton('Risky', { style: 'danger' }),
      { type: 'static_select', action_id: 's', placeholder: plainText('Choose one'), options: TWO_OPTIONS },
      { type: 'overflow', action_id: 'o', options: TWO_OPTIONS },
      { type: 'datepicker', action_id: 'd', initial_date: '2026-03-14' },
      { type: 'checkboxes', action_id: 'c', options: TWO_OPTIONS },
      { type: 'radio_buttons', action_id: 'r', options: TWO_OPTIONS },
    ],
  },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: 'f',
        positive_button: { text: plainText('Good'), value: 'g' },
        negative_button: { text: plainText('Bad'), value: 'b' },
      },
      { type: 'icon_button', action_id: 'i', icon: 'trash', text: plainText('Remove') },
    ],
  },
  {
    type: 'data_visualization',
    title: 'A week',
    chart: {
      type: 'bar',
      series: [
        {
          name: 'Sent',
          data: [
            { label: 'Mon', value: 3 },
            { label: 'Tue', value: -1 },
          ],
        },
      ],
      axis_config: { categories: ['Mon', 'Tue'], y_label: 'Mails' },
    },
  },
  {
    type: 'data_visualization',
    title: 'Shares',
    chart: {
      type: 'pie',
      segments: [
        { label: 'Read', value: 3 },
        { label: 'Lost', value: 1 },
      ],
    },
  },
  {
    type: 'container',
    title: plainText('Folded mails'),
    is_collapsible: true,
    default_collapsed: true,
    child_blocks: [{ type: 'section', text: mrkdwnText('inside') }],
  },
  {
    type: 'plan',
    title: 'The plan',
    tasks: [
      {
        type: 'task_card',
        task_id: '1',
        title: 'Read',
        status: 'complete',
        output: {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'found it' }] }],
        },
      },
      { type: 'task_card', task_id: '2', title: 'Write', status: 'in_progress' },
    ],
  },
  {
    type: 'carousel',
    elements: [
      { type: 'card', title: mrkdwnText('Card one'), body: mrkdwnText('Body'), actions: [createButton('Open')] },
    ],
  },
  { type: 'alert', level: 'warning', text: mrkdwnText('Mind the gap') },
  {
    type: 'video',
    title: plainText('A film'),
    alt_text: 'Film',
    video_url: 'https://remote.test/v',
    thumbnail_url: 'https://remote.test/t.png',
  },
  { type: 'file', external_id: 'remote.pdf', source: 'remote' },
]
