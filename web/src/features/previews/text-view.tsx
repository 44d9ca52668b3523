import type { Item } from '@coffer/contract/items'
import { Button, Loader } from '@mantine/core'
import { common, createLowlight } from 'lowlight'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FileCard } from './file-card.tsx'
import { useText } from './use-text.ts'
import classes from './views.module.css'

const lowlight = createLowlight(common)
/** Beyond these, colours cost more than they tell. */
const MAX_COLOURED = 200_000
const MAX_LINE = 5_000
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

/** Text and code. */
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

/** Something to read, which the keyboard can scroll. */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.sheet} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

export function Code({ text, name }: { text: string; name: string }) {
  const coloured = useMemo(() => colour(text, name), [text, name])
  return (
    <pre className={classes.code}>
      <code>{coloured}</code>
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

function colour(text: string, name: string): ReactNode {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const language = LANGUAGES[ending] ?? ending
  const isTooLong =
    text.length > MAX_COLOURED || text.split('\n').some(line => line.length > MAX_LINE)
  if (isTooLong || !lowlight.registered(language)) return text
  return draw(lowlight.highlight(language, text).children as Nodes)
}

/** Words and their classes, drawn by React: nothing of the text is ever markup. */
function draw(nodes: Nodes): ReactNode {
  return nodes.map((node, place) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const names = node.properties.className
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are drawn once, in their order.
      <Fragment key={place}>
        <span className={Array.isArray(names) ? names.join(' ') : undefined}>
          {draw(node.children as Nodes)}
        </span>
      </Fragment>
    )
  })
}
