import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { Feature } from '../../../slice.ts'
import type { PlacementServices } from '../placement-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildAlarmBlocks, hasAlarms, listAlarms } from './routing-alarms.ts'

const MAX_ALARMS = 5

/** What keeps mail from being posted, on the Home of those who can solve it, until they have. */
export const alarmsOnHomeFeature = (services: PlacementServices): Feature => ({
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).alerts.homeTitle,
      blocks: (team, user) => buildAlarms(services, team, user),
    },
  ],
})

async function buildAlarms(services: PlacementServices, team: string, user: string): Promise<MessageBlock[]> {
  if (!(await hasAlarms(services, team))) return []
  const { isAllowed } = await services.access.decide({ team, user, action: 'mail.administer' })
  if (!isAllowed) return []
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const alarms = await listAlarms(services, team)
  return alarms.slice(0, MAX_ALARMS).flatMap(({ alarm, waiting }) => buildAlarmBlocks(text, alarm, waiting))
}
