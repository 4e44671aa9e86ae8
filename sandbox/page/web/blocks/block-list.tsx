import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { ElementView } from '../elements/element-view.tsx'
import { BlockContext } from '../model/block-surface.ts'
import { MarkdownText } from '../text/markdown-text.tsx'
import { InlineText } from '../text/mrkdwn-text.tsx'
import { RichTextView } from '../text/rich-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { AlertView, CardView, CarouselView, ContainerView, VideoView } from './card-blocks.tsx'
import { PlanView, TaskView } from './task-blocks.tsx'
import { ChartView } from './chart-block.tsx'
import { PictureView } from '../elements/picture-view.tsx'
import { TableView } from './table-blocks.tsx'
import type { Block } from '../slack-types/block-types.ts'
import { UnknownView } from '../elements/unknown-view.tsx'
import { SectionView } from './section-block.tsx'
import { InputView } from './input-block.tsx'

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>

function ImageBlockView({ of }: { of: BlockOf<'image'> }): JSX.Element {
  return (
    <figure class="image">
      {of.title && (
        <figcaption>
          <InlineText of={of.title} />
        </figcaption>
      )}
      <PictureView of={of} large />
    </figure>
  )
}

function ContextView({ of }: { of: BlockOf<'context'> }): JSX.Element {
  return (
    <div class="context">
      {of.elements.map((element, index) =>
        element.type === 'image' ? (
          <PictureView key={index} of={element} />
        ) : (
          <span key={index} dir="auto">
            <InlineText of={element} />
          </span>
        ),
      )}
    </div>
  )
}

type ActionElement = BlockOf<'actions' | 'context_actions'>['elements'][number]

function ActionsView({ of }: { of: BlockOf<'actions' | 'context_actions'> }): JSX.Element {
  // A menu of further actions stays beside the last button: it never stands alone on a line.
  const withMenu = of.elements.at(-1)?.type === 'overflow' ? of.elements.slice(-2) : []
  const view = (element: ActionElement, index: number): JSX.Element => (
    <ElementView key={('action_id' in element && element.action_id) || index} of={element} />
  )
  return (
    <div class={`actions${of.type === 'context_actions' ? ' slim' : ''}`}>
      {of.elements.slice(0, of.elements.length - withMenu.length).map(view)}
      {withMenu.length > 0 && <span class="action-pair">{withMenu.map(view)}</span>}
    </div>
  )
}

function BlockView({ of }: { of: Block }): JSX.Element {
  switch (of.type) {
    case 'section':
      return <SectionView of={of} />
    case 'divider':
      return <hr />
    case 'header':
      return (
        <h3 class="header" dir="auto">
          <InlineText of={of.text} />
        </h3>
      )
    case 'image':
      return <ImageBlockView of={of} />
    case 'context':
      return <ContextView of={of} />
    case 'actions':
    case 'context_actions':
      return <ActionsView of={of} />
    case 'input':
      return <InputView of={of} />
    case 'rich_text':
      return <RichTextView of={of} />
    case 'markdown':
      return <MarkdownText text={of.text} />
    case 'table':
    case 'data_table':
      return <TableView of={of} />
    case 'data_visualization':
      return <ChartView title={of.title} chart={of.chart} />
    case 'container':
      return (
        <ContainerView of={of}>
          <BlockList blocks={of.child_blocks} />
        </ContainerView>
      )
    case 'task_card':
      return <TaskView of={of} />
    case 'plan':
      return <PlanView title={of.title} tasks={of.tasks} />
    case 'card':
      return <CardView of={of} />
    case 'carousel':
      return <CarouselView cards={of.elements} />
    case 'file':
      return (
        <div class="file">
          <Icon name="file" />
          <span>{of.external_id}</span>
        </div>
      )
    case 'video':
      return <VideoView of={of} />
    case 'alert':
      return <AlertView level={of.level} text={of.text} />
    default:
      return <UnknownView of={of} />
  }
}

/** A block that fails to render does not affect the others. */
function BlockBoundary({ of, children }: { of: Block; children: ComponentChildren }): JSX.Element {
  const [error, retry] = useErrorBoundary()
  useEffect(() => {
    if (error) retry()
  }, [of])
  if (error) return <UnknownView of={of} error={error instanceof Error ? error.message : String(error)} />
  return <>{children}</>
}

/** Renders blocks in order, each protected from the errors of the others. */
export function BlockList({ blocks }: { blocks: Block[] }): JSX.Element {
  return (
    <>
      {blocks.map((block, index) => {
        const input = block.type === 'input'
        const context = {
          blockId: block.block_id,
          input,
          optional: input && block.optional === true,
          label: input ? (block.label?.text ?? '') : '',
          dispatch: input && block.dispatch_action === true,
        }
        return (
          <BlockContext.Provider key={block.block_id ?? index} value={context}>
            <div class={`block b-${block.type}`}>
              <BlockBoundary of={block}>
                <BlockView of={block} />
              </BlockBoundary>
            </div>
          </BlockContext.Provider>
        )
      })}
    </>
  )
}
