import type { ScopedFeature } from '../../../scoped-feature.ts'
import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../action-ids.ts'
import type { DeskScope } from '../desk-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { buildTeamSection } from './team-section.ts'
import { readWorkPage } from '../work/work-page.ts'
import { buildWorkRows } from '../work/work-rows.ts'

const SHOWN_ON_HOME = 5

/** Shows mail on Home: the threads that wait for the person or, below everything else, how to connect mail. */
export const mailHomeFeature: ScopedFeature<DeskScope> = {
  homeSections: [
    {
      needsPerson: true,
      title: (language) => mailTextIn(language).work.list.home,
      blocks: buildHomeRows,
    },
    { title: (language) => mailTextIn(language).work.team.title, blocks: buildTeamSection },
    {
      isOverview: true,
      title: (language) => mailTextIn(language).work.list.home,
      blocks: explainNoMail,
    },
  ],
}

async function buildHomeRows(scope: DeskScope, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const query = { user, channel: undefined }
  const { threads } = await readWorkPage(scope, query, { view: 'mine', limit: SHOWN_ON_HOME, order: 'oldest' })
  if (threads.length === 0) return []
  return [
    ...(await buildWorkRows(scope, text, query.user, threads)),
    ...actionsBlock(button({ actionId: mailActionIds.openList, text: text.work.list.all })),
  ]
}

async function explainNoMail(scope: DeskScope, user: string): Promise<MessageBlock[]> {
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const { threads } = await readWorkPage(scope, { user, channel: undefined }, { view: 'mine', limit: 1 })
  return threads.length > 0 ? [] : [section(text.work.list.empty.mine)]
}
