import type { Item } from '@coffer/contract/items'
import { ChevronLeft, ChevronRight, Download, FolderSearch, Info, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { FileView } from './file-view.tsx'
import { OverlayFrame, Waiting } from './overlay-frame.tsx'
import classes from './preview-overlay.module.css'
import { useKeys } from './use-keys.ts'
import { useSwipe } from './use-swipe.ts'
import { usePreviewNavigation, type WalkRows } from './use-walk.ts'

/** What the tools of the page do to the overlay. */
export interface OverlayTools {
  rename: () => void
  /** Goes to the file beside it, or closes where there is none. */
  leave: () => Promise<void>
}

interface PreviewOverlayProps {
  item: Item
  /** Where it stands in its list. */
  index: number
  rows: WalkRows
  /** What is known of it besides; left out where that is nothing. */
  renderInfo?: (item: Item) => ReactNode
  /** What else can be done with it, in the bar. */
  renderTools?: (item: Item, tools: OverlayTools) => ReactNode
  /** In place of its name while that is being changed. */
  renderName?: (item: Item, onDone: () => void) => ReactNode
  onDownload: (item: Item) => void
  /** Shows it where it lies; left out where that is what the list does. */
  onReveal?: ((item: Item) => void) | undefined
  /** Told where the reader ended up. */
  onClose: (index: number) => void
}

/** Looks at one file after the other, over the page that they are listed on. */
export function PreviewOverlay(props: PreviewOverlayProps) {
  const { t } = useTranslation()
  const walk = usePreviewNavigation(props.rows, props.item, props.index)
  const [hasInfo, setInfo] = useState(false)
  const { item } = walk
  const close = () => props.onClose(walk.index)
  useNeighbours(props.rows, walk.index)
  useKeys({
    ArrowLeft: walk.previous,
    ArrowRight: walk.next,
    i: () => setInfo(!hasInfo && props.renderInfo !== undefined),
  })
  const swipe = useSwipe(by => (by === 1 ? walk.next() : walk.previous()))
  return (
    <OverlayFrame label={t('preview.of', { name: item.attributes.name })} onClose={close}>
      <Bar walk={walk} hasInfo={hasInfo} setInfo={setInfo} close={close} {...props} />
      <div className={classes.body}>
        <div className={classes.stage} {...swipe}>
          <Suspense fallback={<Waiting />}>
            <FileView key={item.id} item={item} onDownload={props.onDownload} />
          </Suspense>
          {walk.hasPrevious && (
            <IconButton
              icon={ChevronLeft}
              label={t('preview.previous')}
              tooltip="right"
              className={`${classes.step} ${classes.previous}`}
              onClick={walk.previous}
            />
          )}
          {walk.hasNext && (
            <IconButton
              icon={ChevronRight}
              label={t('preview.next')}
              tooltip="left"
              className={`${classes.step} ${classes.next}`}
              onClick={walk.next}
            />
          )}
        </div>
        {hasInfo && props.renderInfo && (
          <aside className={classes.info} aria-label={t('files.details')}>
            {props.renderInfo(item)}
          </aside>
        )}
      </div>
    </OverlayFrame>
  )
}

interface BarProps
  extends Pick<
    PreviewOverlayProps,
    'onDownload' | 'onReveal' | 'renderInfo' | 'renderName' | 'renderTools'
  > {
  walk: ReturnType<typeof usePreviewNavigation>
  hasInfo: boolean
  setInfo: (on: boolean) => void
  close: () => void
}

function Bar({ walk, hasInfo, setInfo, close, onDownload, onReveal, ...renders }: BarProps) {
  const { t } = useTranslation()
  const { item, position } = walk
  const { renderInfo, renderName, renderTools } = renders
  const [renamed, setRenamed] = useState<string | null>(null)
  const tools = {
    rename: () => setRenamed(item.id),
    leave: async () => {
      if (!(await walk.leave())) close()
    },
  }
  return (
    <header className={classes.bar}>
      <IconButton icon={X} label={t('preview.close')} className={classes.tool} onClick={close} />
      {renamed === item.id && renderName ? (
        <h2 className={classes.field}>{renderName(item, () => setRenamed(null))}</h2>
      ) : (
        <h2 className={classes.name} title={item.attributes.name}>
          <bdi>{shownName(item.attributes.name)}</bdi>
        </h2>
      )}
      <span className={classes.position} aria-live="polite">
        {position && t('preview.position', position)}
      </span>
      {onReveal && (
        <IconButton
          icon={FolderSearch}
          label={t('files.show_in_folder')}
          className={classes.tool}
          onClick={() => {
            close()
            onReveal(item)
          }}
        />
      )}
      {renderTools && <span className={classes.tools}>{renderTools(item, tools)}</span>}
      {item.meta.can.download && (
        <IconButton
          icon={Download}
          label={t('files.download')}
          className={classes.tool}
          onClick={() => onDownload(item)}
        />
      )}
      {renderInfo && (
        <IconButton
          icon={Info}
          label={t('files.details')}
          aria-pressed={hasInfo}
          className={classes.tool}
          onClick={() => setInfo(!hasInfo)}
        />
      )}
    </header>
  )
}

/** So that the next picture is there when it is asked for. */
function useNeighbours(rows: WalkRows, index: number): void {
  useEffect(() => {
    for (const near of [index + 1, index - 1]) {
      const url = rows.itemAt(near)?.attributes.thumbnail?.lg
      if (url) new Image().src = url
    }
  }, [rows, index])
}
