import type { Item } from '@coffer/contract/items'
import { Loader } from '@mantine/core'
import { ImageOff } from 'lucide-react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { isDrawable } from './drawable.ts'
import { FileCard } from './file-card.tsx'
import { Code, Cut, Sheet } from './text-view.tsx'
import { useText } from './use-text.ts'
import classes from './views.module.css'

const SAFE_LINK = /^(https?:|mailto:)/i

/**
 * Links open web pages and emails without a referrer. External pictures are not fetched, so that
 * they can't track the reader.
 */
const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href && SAFE_LINK.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // A checkbox of a task list; its text is next to it.
  input: ({ checked }) => (
    <span className={classes.task} data-done={checked || undefined} aria-hidden>
      {checked ? '✓' : ''}
    </span>
  ),
  img: ({ alt }) => (
    <span className={classes.absent}>
      <ImageOff size={16} strokeWidth={1.75} aria-hidden /> {alt}
    </span>
  ),
}

export function MarkdownView({
  item,
  onDownload,
}: {
  item: Item
  onDownload: (item: Item) => void
}) {
  const { text, isError, isCut, more } = useText(item)
  if (isError) return <FileCard item={item} onDownload={onDownload} />
  if (text === undefined) return <Loader className={classes.loading} color="gray" />
  return (
    <Sheet label={item.attributes.name}>
      {isDrawable(text) ? (
        <div className={classes.prose}>
          <Markdown remarkPlugins={[remarkGfm]} skipHtml components={COMPONENTS}>
            {text}
          </Markdown>
        </div>
      ) : (
        <Code text={text} name="" />
      )}
      {isCut && <Cut item={item} more={more} onDownload={onDownload} />}
    </Sheet>
  )
}
