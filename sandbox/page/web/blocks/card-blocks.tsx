import type { ComponentChildren, JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { BlockContext } from '../model/block-surface.ts'
import { ButtonView } from '../elements/button-elements.tsx'
import { TextView, InlineText } from '../text/mrkdwn-text.tsx'
import { Link } from '../text/inline-links.tsx'
import { RichTextView } from '../text/rich-text.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { PictureView } from '../elements/picture-view.tsx'
import type { CardBlock, ContainerBlock, VideoBlock } from '../slack-types/block-types.ts'

export function CardView({ of }: { of: CardBlock }): JSX.Element {
  return (
    <article class="card">
      {of.hero_image && <PictureView of={of.hero_image} large />}
      <div class="card-body">
        {of.icon && <PictureView of={of.icon} />}
        <div>
          {of.title && (
            <h4 dir="auto">
              <InlineText of={of.title} />
            </h4>
          )}
          {of.subtitle && (
            <p class="faint" dir="auto">
              <InlineText of={of.subtitle} />
            </p>
          )}
          {of.body && <TextView of={of.body} />}
        </div>
      </div>
      {of.actions && of.actions.length > 0 && (
        <div class="actions">
          {of.actions.map((button, index) => (
            <ButtonView key={button.action_id ?? index} of={button} />
          ))}
        </div>
      )}
    </article>
  )
}

export function CarouselView({ cards }: { cards: CardBlock[] }): JSX.Element {
  return (
    <div class="carousel" tabIndex={0} role="region" aria-label={`${cards.length} cards`}>
      {cards.map((card, index) => (
        <CardView key={card.block_id ?? index} of={card} />
      ))}
    </div>
  )
}

export function ContainerView({ of, children }: { of: ContainerBlock; children: ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(!(of.is_collapsible && of.default_collapsed))
  const head = (
    <>
      {of.icon && <PictureView of={of.icon} />}
      <span class="container-title" dir="auto">
        {of.rich_text_title ? <RichTextView of={of.rich_text_title} /> : <InlineText of={of.title} />}
        {of.subtitle && (
          <small>
            <InlineText of={of.subtitle} />
          </small>
        )}
      </span>
    </>
  )
  return (
    <section class={`container${open ? ' open' : ''}${of.has_header_divider ? ' ruled' : ''}`}>
      {of.is_collapsible ? (
        <button type="button" class="container-head" aria-expanded={open} onClick={() => setOpen(!open)}>
          {head}
          <Icon name="chevron" size={16} />
        </button>
      ) : (
        <div class="container-head">{head}</div>
      )}
      {open && <div class="container-body">{children}</div>}
    </section>
  )
}

export function VideoView({ of }: { of: VideoBlock }): JSX.Element {
  return (
    <div class="video">
      <span class="video-still" role="img" aria-label={of.alt_text}>
        <Icon name="play" size={28} />
      </span>
      <div>
        <strong>{of.title_url ? <Link url={of.title_url}>{of.title.text}</Link> : <InlineText of={of.title} />}</strong>
        <p class="faint">{[of.author_name, of.provider_name].filter(Boolean).join(' · ')}</p>
        {of.description && <TextView of={of.description} />}
      </div>
    </div>
  )
}

const LEVELS = { default: 'more', info: 'bolt', warning: 'warning', error: 'warning', success: 'check' } as const

export function AlertView({
  level = 'default',
  text,
}: {
  level?: keyof typeof LEVELS | undefined
  text: Parameters<typeof InlineText>[0]['of']
}): JSX.Element {
  const { blockId } = useContext(BlockContext)
  return (
    <div class={`alert ${level}`} role={level === 'error' ? 'alert' : 'note'} data-block={blockId}>
      <Icon name={LEVELS[level] ?? 'more'} size={18} />
      <span dir="auto">
        <InlineText of={text} />
      </span>
    </div>
  )
}
