import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import type { Feature } from '../../../slice.ts'
import { mailActionIds } from '../../action-ids.ts'
import type { DeskServices } from '../desk-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { readWorkPage } from './work-page.ts'
import { buildWorkRows } from './work-rows.ts'

const SHOWN_ON_HOME = 5

/** What Home shows of mail: the threads that wait for the person, or below everything else how some would come here. */
export const mailHomeFeature = (services: DeskServices): Feature => ({
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).work.list.home,
      blocks: (team, user) => buildHomeRows(services, team, user),
    },
    {
      isOverview: true,
      title: (language) => mailTextIn(language).work.list.home,
      blocks: (team, user) => explainNoMail(services, team, user),
    },
  ],
})

async function buildHomeRows(services: DeskServices, team: string, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const scope = { team, user, channel: undefined }
  const { threads } = await readWorkPage(services, scope, { view: 'mine', limit: SHOWN_ON_HOME })
  if (threads.length === 0) return []
  return [
    ...(await buildWorkRows(services, text, scope, threads)),
    ...actionsBlock(button({ actionId: mailActionIds.openList, text: text.work.list.all })),
  ]
}

async function explainNoMail(services: DeskServices, team: string, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const { threads } = await readWorkPage(services, { team, user, channel: undefined }, { view: 'mine', limit: 1 })
  return threads.length > 0 ? [] : [section(text.work.list.empty.mine)]
}
