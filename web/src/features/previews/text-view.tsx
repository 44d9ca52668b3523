import type { Item } from '@coffer/contract/items'
import { Button, Loader } from '@mantine/core'
import { common, createLowlight } from 'lowlight'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FileCard } from './file-card.tsx'
import { useText } from './use-text.ts'
import classes from './views.module.css'

const lowlight = createLowlight(common)
/** Highlighting longer text costs too much time. */
const MAX_HIGHLIGHTED = 200_000
const MAX_LINE_LENGTH = 5_000
const LANGUAGES: Record<string, string> = {
  htm: 'xml',
  html: 'xml',
  svg: 'xml',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  tsx: 'typescript',
  yml: 'yaml',
  toml: 'ini',
  h: 'c',
  hpp: 'cpp',
}

type Nodes = ReturnType<typeof lowlight.highlight>['children']

interface ViewProps {
  item: Item
  onDownload: (item: Item) => void
}

/** Shows text and code with syntax highlighting. */
export function TextView({ item, onDownload }: ViewProps) {
  const { text, isError, isCut, more } = useText(item)
  if (isError) return <FileCard item={item} onDownload={onDownload} />
  if (text === undefined) return <Loader className={classes.loading} color="gray" />
  return (
    <Sheet label={item.attributes.name}>
      <Code text={text} name={item.attributes.name} />
      {isCut && <Cut item={item} more={more} onDownload={onDownload} />}
    </Sheet>
  )
}

/** A scrollable container that can be scrolled by keyboard. */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.sheet} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

export function Code({ text, name }: { text: string; name: string }) {
  const highlighted = useMemo(() => highlight(text, name), [text, name])
  return (
    <pre className={classes.code}>
      <code>{highlighted}</code>
    </pre>
  )
}

export function Cut({ item, more, onDownload }: ViewProps & { more: (() => void) | null }) {
  const { t } = useTranslation()
  return (
    <p className={classes.cut}>
      {t('preview.cut')}
      {more && (
        <Button variant="default" size="xs" onClick={more}>
          {t('preview.more')}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => onDownload(item)}>
        {t('files.download')}
      </Button>
    </p>
  )
}

function highlight(text: string, name: string): ReactNode {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  const language = LANGUAGES[extension] ?? extension
  const isTooLong =
    text.length > MAX_HIGHLIGHTED || text.split('\n').some(line => line.length > MAX_LINE_LENGTH)
  if (isTooLong || !lowlight.registered(language)) return text
  return renderNodes(lowlight.highlight(language, text).children as Nodes)
}

/** Renders highlighted tokens as React elements, so that no text becomes markup. */
function renderNodes(nodes: Nodes): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const names = node.properties.className
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once, in their order.
      <Fragment key={index}>
        <span className={Array.isArray(names) ? names.join(' ') : undefined}>
          {renderNodes(node.children as Nodes)}
        </span>
      </Fragment>
    )
  })
}
