import type { Fault } from '../../../../control-types.ts'

type Preset = [words: string, fault: Fault]
/** Common faults, with one switch each. */
export const FAULT_PRESETS: [string, Preset[]][] = [
  [
    'Slack',
    [
      ['Answers slowly, 2 s', { target: 'slack', mode: 'delay', delayMs: 2000 }],
      [
        'Rate limited for 5 s',
        { target: 'slack', match: 'chat.', mode: 'status', status: 429, error: 'ratelimited', retryAfterS: 5 },
      ],
      ['Internal error', { target: 'slack', mode: 'status', error: 'internal_error' }],
      ['A proxy answers with a page, 403', { target: 'slack', mode: 'html', status: 403 }],
      ['Posts, then drops the response', { target: 'slack', match: 'chat.postMessage', mode: 'accept-then-drop' }],
    ],
  ],
  [
    'Agent',
    [
      ['Unavailable, 503', { target: 'agent', mode: 'status', status: 503 }],
      ['Hourly quota used up, 429', { target: 'agent', match: 'POST', mode: 'status', status: 429, retryAfterS: 60 }],
      ['Never answers', { target: 'agent', mode: 'hang' }],
      ['Starts, then drops the response', { target: 'agent', match: 'POST', mode: 'accept-then-drop' }],
    ],
  ],
  [
    'Mailbox',
    [
      ['Server error, 500', { target: 'mail', mode: 'status', status: 500 }],
      ['Rate limited, 429', { target: 'mail', mode: 'status', status: 429, retryAfterS: 10 }],
      ['Sends, then drops the response', { target: 'mail', match: 'reply', mode: 'accept-then-drop' }],
      ['Truncates responses', { target: 'mail', mode: 'truncate' }],
    ],
  ],
  [
    'Events to the app',
    [
      ['Arrive twice', { target: 'events', mode: 'duplicate' }],
      ['Arrive 5 s late', { target: 'events', mode: 'delay', delayMs: 5000 }],
      ['Arrive out of order', { target: 'events', mode: 'reorder' }],
      ['Get lost, then are sent again', { target: 'events', mode: 'drop', times: 1 }],
    ],
  ],
]
