import { answerClick, type AnswerableClick } from './access/answer-click.ts'
import type { Act } from './access/authorize.ts'
import { refuseSubmission } from './access/guard-listeners.ts'
import type { Language } from './core/language.ts'
import type { TaskFailure } from './queue/queue.ts'
import type { TaskContext, TaskHandler, TaskKind } from './queue/task-kinds.ts'
import type { Setting, SettingTargets } from './settings/setting.ts'
import { section } from './slack/blocks/block-builders.ts'
import type { MessageBlock } from './slack/blocks/slack-message.ts'
import { textMessage } from './slack/blocks/text-message.ts'
import type { Action, Listeners } from './slack/inbound/listeners.ts'
import type { CardKind, CardMessage } from './slack/outbox/card-kinds.ts'
import type { MessageRef } from './slack/outbox/post-once.ts'
import { combineFeatures, type Feature, type HomeButton, type HomeSection } from './slice.ts'
import type { SharedServices, Workspaces } from './workspace-scope.ts'

/** Registers listeners with Bolt like `Listeners`; each is called with the scope of the request's workspace. */
export type ScopedListeners<Scope> = Listeners<[scope: Scope]>

/** A task handler that runs each task in the scope of the workspace that it names. */
export type ScopedTaskHandler<Scope> = (workspaces: Workspaces<Scope>) => TaskHandler

/** Like `CardKind`, rendered in the scope of the workspace that shows the card. */
export interface ScopedCardKind<Scope> {
  kind: string
  render(
    this: void,
    scope: Scope,
    id: string,
    copy: string | undefined,
    channel: string,
  ): Promise<CardMessage | undefined>
  comesBack?(this: void, copy: string | undefined): boolean
  mayReachOutsiders?(this: void, scope: Scope, id: string, channel: string): Promise<boolean>
  onPosted?(this: void, scope: Scope, id: string, posted: MessageRef, copy?: string): Promise<void>
  onReturned?(this: void, scope: Scope, id: string, copy?: string): Promise<void>
  onLost?(
    this: void,
    scope: Scope,
    id: string,
    loss: { code: string; channel: string; copy?: string | undefined },
  ): Promise<void>
}

/** Like `HomeSection`, built in the scope of the person's workspace. */
export interface ScopedHomeSection<Scope> extends Omit<HomeSection, 'blocks'> {
  blocks(this: void, scope: Scope, user: string): Promise<MessageBlock[]>
}

/** `AuditLinks` of one workspace. */
interface ScopedAuditLinks<Scope> {
  kind: string
  findLink?(this: void, scope: Scope, id: string): Promise<string | undefined>
  findName?(this: void, scope: Scope, id: string, user: string): Promise<string | undefined>
}

/** A feature with the scope of a workspace in place of its id. */
export interface ScopedFeature<Scope> {
  listen?(this: void, slack: ScopedListeners<Scope>): void
  findClickAct?(this: void, scope: Scope, action: Action): Promise<Act | undefined>
  tasks?: ScopedTaskHandler<Scope>[]
  cards?: ScopedCardKind<Scope>[]
  homeSections?: ScopedHomeSection<Scope>[]
  homeButtons?: HomeButton[]
  settings?(this: void, scope: Scope): Setting[]
  settingTargets?(this: void, scope: Scope): SettingTargets[]
  auditLinks?: ScopedAuditLinks<Scope>[]
}

/** The texts of a slice for a workspace without a connection. */
export interface NotConnectedText {
  /** The title above the sentence on App Home. */
  title(this: void, language: Language): string
  sentence(this: void, language: Language): string
}

/** Runs a function in the scope of a workspace, or `otherwise` if the slice has no connection there. */
async function runInScope<Scope, Result>(
  { of }: Workspaces<Scope>,
  team: string,
  run: (scope: Scope) => Result | Promise<Result>,
  otherwise: () => Result | Promise<Result>,
): Promise<Result> {
  const scope = await of(team)
  return scope === undefined ? otherwise() : run(scope)
}

/** Handles a kind of task in the scope of the workspace that each task names, like `taskKind.handler`. */
export const scopedHandler =
  <T extends { team: string }, Scope>(
    kind: TaskKind<T>,
    run: (scope: Scope, data: T, context: TaskContext) => Promise<void | { againMs: number }>,
    onDeadLetter?: (scope: Scope, data: T, failure: TaskFailure) => Promise<void | false>,
  ): ScopedTaskHandler<Scope> =>
  (workspaces) =>
    kind.handler(
      (data, context) =>
        runInScope(
          workspaces,
          data.team,
          (scope) => run(scope, data, context),
          () => {
            throw new Error(`workspace ${data.team} has no connection for ${kind.kind}`)
          },
        ),
      onDeadLetter &&
        (async (data, failure) => {
          // Otherwise the dead letter would occupy a worker until Slack names the home workspace.
          const scope = await workspaces.of(data.team).catch(() => undefined)
          return scope === undefined ? false : onDeadLetter(scope, data, failure)
        }),
    )

/** Binds the features of a slice to its workspaces. In a workspace without a connection, people are shown that, and no feature is called. */
export function bindFeatures<Scope>(
  features: ScopedFeature<Scope>[],
  workspaces: Workspaces<Scope>,
  options: BindOptions,
): Required<Feature> {
  return combineFeatures(...features.map((feature) => bindFeature(feature, workspaces, options)), {
    homeSections: [explainOnHome(workspaces, options)],
  })
}

/** The Home section of a slice without a connection in the workspace. */
const explainOnHome = (workspaces: Workspaces<unknown>, { languages, notConnected }: BindOptions): HomeSection => ({
  isOverview: true,
  title: notConnected.title,
  blocks: (team, user) =>
    runInScope(
      workspaces,
      team,
      () => [],
      async () => [section(notConnected.sentence(await languages.ofPerson(team, user)))],
    ),
})

interface BindOptions extends Pick<SharedServices, 'outbox' | 'views' | 'languages'> {
  notConnected: NotConnectedText
}

function bindFeature<Scope>(
  {
    listen,
    findClickAct,
    tasks,
    cards,
    homeSections,
    homeButtons,
    settings,
    settingTargets,
    auditLinks,
  }: ScopedFeature<Scope>,
  workspaces: Workspaces<Scope>,
  options: BindOptions,
): Feature {
  const inScope = <Result>(team: string, run: (scope: Scope) => Result | Promise<Result>, otherwise: Result) =>
    runInScope(workspaces, team, run, () => otherwise)
  return {
    ...(listen && { listen: (slack) => listen(scopeListeners(slack, workspaces, options)) }),
    ...(findClickAct && {
      findClickAct: (action) => inScope(action.team, (scope) => findClickAct(scope, action), undefined),
    }),
    tasks: (tasks ?? []).map((bind) => bind(workspaces)),
    cards: (cards ?? []).map((kind) => bindCardKind(kind, workspaces)),
    homeSections: (homeSections ?? []).map((one) => ({
      ...one,
      blocks: (team, user) => inScope(team, (scope) => one.blocks(scope, user), []),
    })),
    homeButtons: (homeButtons ?? []).map((one) => ({ ...one, isShown: (team) => inScope(team, () => true, false) })),
    settings: async (team) => (settings ? inScope(team, settings, []) : []),
    settingTargets: async (team) => (settingTargets ? inScope(team, settingTargets, []) : []),
    auditLinks: (auditLinks ?? []).map(({ kind, findLink, findName }) => ({
      kind,
      ...(findLink && { findLink: (team, id) => inScope(team, (scope) => findLink(scope, id), undefined) }),
      ...(findName && {
        findName: (team, id, user) => inScope(team, (scope) => findName(scope, id, user), undefined),
      }),
    })),
  }
}

function bindCardKind<Scope>(kind: ScopedCardKind<Scope>, workspaces: Workspaces<Scope>): CardKind {
  const { render, comesBack, mayReachOutsiders, onPosted, onReturned, onLost } = kind
  const inScope = <Result>(team: string, run: (scope: Scope) => Promise<Result | undefined>) =>
    runInScope(workspaces, team, run, () => undefined)
  return {
    kind: kind.kind,
    render: (team, id, copy, channel) => inScope(team, (scope) => render(scope, id, copy, channel)),
    ...(comesBack && { comesBack }),
    ...(mayReachOutsiders && {
      mayReachOutsiders: async (team, id, channel) =>
        (await inScope(team, (scope) => mayReachOutsiders(scope, id, channel))) ?? false,
    }),
    ...(onPosted && {
      onPosted: (team, id, posted, copy) => inScope(team, (scope) => onPosted(scope, id, posted, copy)),
    }),
    ...(onReturned && { onReturned: (team, id, copy) => inScope(team, (scope) => onReturned(scope, id, copy)) }),
    ...(onLost && { onLost: (team, id, loss) => inScope(team, (scope) => onLost(scope, id, loss)) }),
  }
}

function scopeListeners<Scope>(
  listeners: Listeners,
  workspaces: Workspaces<Scope>,
  options: BindOptions,
): ScopedListeners<Scope> {
  const describeMissing = async ({ team, user }: { team: string; user: string }): Promise<string> =>
    options.notConnected.sentence(await options.languages.ofPerson(team, user))
  const answer = async (click: AnswerableClick, place: { inModal?: true } = {}): Promise<void> =>
    answerClick(options, click, {
      opId: `connection:${click.eventId}`,
      message: textMessage(await describeMissing(click)),
      ...place,
    })
  const inScope =
    <R extends { team: string }, Result>(
      listen: (scope: Scope, request: R) => Promise<Result>,
      otherwise: (request: R) => Result | Promise<Result>,
    ) =>
    (request: R): Promise<Result> =>
      runInScope(
        workspaces,
        request.team,
        (scope) => listen(scope, request),
        () => otherwise(request),
      )
  const doNothing = (): void => {}
  return {
    command: (name, listen, leavesAccessToTask) =>
      listeners.command(name, inScope(listen, describeMissing), leavesAccessToTask),
    action: (actionId, listen, leavesAccessToTask) =>
      listeners.action(actionId, inScope(listen, answer), leavesAccessToTask),
    // The message of a shortcut may be far from what the person sees next.
    shortcut: (callbackId, listen, leavesAccessToTask) =>
      listeners.shortcut(
        callbackId,
        inScope(listen, (shortcut) => answer(shortcut, { inModal: true })),
        leavesAccessToTask,
      ),
    options: (actionId, listen) =>
      listeners.options(
        actionId,
        inScope(listen, () => ({ choices: [] })),
      ),
    submit: (callbackId, listen) =>
      listeners.submit(
        callbackId,
        inScope(listen, async (submission) =>
          refuseSubmission(options.languages, submission, await describeMissing(submission)),
        ),
      ),
    close: (callbackId, listen) => listeners.close(callbackId, inScope(listen, doNothing)),
    message: (listen) => listeners.message(inScope(listen, doNothing)),
    deletion: (listen) => listeners.deletion(inScope(listen, doNothing)),
    change: (listen) => listeners.change(inScope(listen, doNothing)),
    event: (type, listen) => listeners.event(type, inScope(listen, doNothing)),
  }
}
