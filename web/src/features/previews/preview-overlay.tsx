import type { Item } from '@coffer/contract/items'
import { ChevronLeft, ChevronRight, Download, FolderSearch, Info, X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { FileView } from './file-view.tsx'
import { ContentLoader, OverlayFrame } from './overlay-frame.tsx'
import classes from './preview-overlay.module.css'
import { useKeys } from './use-keys.ts'
import { useSwipe } from './use-swipe.ts'
import { type PreviewRows, usePreviewNavigation } from './use-walk.ts'

/** Actions of the overlay for the tools of the page. */
export interface OverlayTools {
  rename: () => void
  /** Goes to a neighbouring file, or closes the overlay when the list has no other file. */
  leave: () => Promise<void>
}

interface PreviewOverlayProps {
  item: Item
  /** The item's index in its list. */
  index: number
  rows: PreviewRows
  /** Renders the info panel; undefined for none. */
  renderInfo?: (item: Item) => ReactNode
  /** Renders further tools in the bar. */
  renderTools?: (item: Item, tools: OverlayTools) => ReactNode
  /** Replaces the name while the item is being renamed. */
  renderName?: (item: Item, onDone: () => void) => ReactNode
  onDownload: (item: Item) => void
  /** Shows the item in its folder; undefined where the list is that folder. */
  onReveal?: ((item: Item) => void) | undefined
  /** Called with the index of the last shown item. */
  onClose: (index: number) => void
}

/** Previews the files of a list one after another, over the page. */
export function PreviewOverlay(props: PreviewOverlayProps) {
  const { t } = useTranslation()
  const navigation = usePreviewNavigation(props.rows, props.item, props.index)
  const [hasInfo, setInfo] = useState(false)
  const { item } = navigation
  const close = () => props.onClose(navigation.index)
  usePreloadedNeighbours(props.rows, navigation.index)
  useKeys({
    ArrowLeft: navigation.previous,
    ArrowRight: navigation.next,
    i: () => setInfo(!hasInfo && props.renderInfo !== undefined),
  })
  const swipe = useSwipe(by => (by === 1 ? navigation.next() : navigation.previous()))
  return (
    <OverlayFrame label={t('preview.of', { name: item.attributes.name })} onClose={close}>
      <Bar navigation={navigation} hasInfo={hasInfo} setInfo={setInfo} close={close} {...props} />
      <div className={classes.body}>
        <div className={classes.stage} {...swipe}>
          <Suspense fallback={<ContentLoader />}>
            <FileView item={item} onDownload={props.onDownload} />
          </Suspense>
          {navigation.hasPrevious && (
            <IconButton
              icon={ChevronLeft}
              label={t('preview.previous')}
              tooltip="right"
              className={`${classes.step} ${classes.previous}`}
              onClick={navigation.previous}
            />
          )}
          {navigation.hasNext && (
            <IconButton
              icon={ChevronRight}
              label={t('preview.next')}
              tooltip="left"
              className={`${classes.step} ${classes.next}`}
              onClick={navigation.next}
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
  navigation: ReturnType<typeof usePreviewNavigation>
  hasInfo: boolean
  setInfo: (on: boolean) => void
  close: () => void
}

function Bar({
  navigation,
  hasInfo,
  setInfo,
  close,
  onDownload,
  onReveal,
  ...renderProps
}: BarProps) {
  const { t } = useTranslation()
  const { item, position } = navigation
  const { renderInfo, renderName, renderTools } = renderProps
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const tools = {
    rename: () => setRenamingId(item.id),
    leave: async () => {
      if (!(await navigation.leave())) close()
    },
  }
  return (
    <header className={classes.bar}>
      <IconButton icon={X} label={t('preview.close')} className={classes.tool} onClick={close} />
      {renamingId === item.id && renderName ? (
        <h2 className={classes.field}>{renderName(item, () => setRenamingId(null))}</h2>
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

/** Preloads the neighbouring pictures. */
function usePreloadedNeighbours(rows: PreviewRows, index: number): void {
  useEffect(() => {
    for (const neighbour of [index + 1, index - 1]) {
      const url = rows.itemAt(neighbour)?.attributes.thumbnail?.lg
      if (url) new Image().src = url
    }
  }, [rows, index])
}
