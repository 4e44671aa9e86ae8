import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildAlarmBlocks, hasAlarms, listAlarms } from './routing-alarms.ts'

const MAX_ALARMS = 5

/** Shows alarms about mail that cannot be posted on the Home of people who can solve them, until they are solved. */
export const alarmsOnHomeFeature: ScopedFeature<PlacementScope> = {
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).alerts.homeTitle,
      blocks: buildAlarms,
    },
  ],
}

async function buildAlarms(scope: PlacementScope, user: string): Promise<MessageBlock[]> {
  if (!(await hasAlarms(scope))) return []
  const { isAllowed } = await scope.access.decide({ team: scope.team, user, action: 'mail.administer' })
  if (!isAllowed) return []
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const alarms = await listAlarms(scope)
  return alarms.slice(0, MAX_ALARMS).flatMap(({ alarm, waiting }) => buildAlarmBlocks(text, alarm, waiting))
}
