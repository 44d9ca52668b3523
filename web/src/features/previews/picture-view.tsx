import type { Item } from '@coffer/contract/items'
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from 'react-zoom-pan-pinch'
import { IconButton } from '../../ui/icon-button.tsx'
import { FileCard } from './file-card.tsx'
import { useKeys } from './use-keys.ts'
import { pictureUrl } from './viewer-of.ts'
import classes from './views.module.css'

const MAX_SCALE = 12
const FILL = { width: '100%', height: '100%' }

/** Shows a picture with zoom and pan. */
export function PictureView({
  item,
  onDownload,
}: {
  item: Item
  onDownload: (item: Item) => void
}) {
  const zoom = useRef<ReactZoomPanPinchRef>(null)
  const [isZoomed, setZoomed] = useState(false)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useKeys({
    '+': () => void zoom.current?.zoomIn(0.5),
    '=': () => void zoom.current?.zoomIn(0.5),
    '-': () => void zoom.current?.zoomOut(0.5),
    0: () => void zoom.current?.resetTransform(),
  })
  const { thumbnail, name } = item.attributes
  const url = pictureUrl(item.attributes)
  if (!url || state === 'failed') return <FileCard item={item} onDownload={onDownload} />
  return (
    <div className={classes.picture} data-zoomed={isZoomed || undefined}>
      <TransformWrapper
        ref={zoom}
        minScale={1}
        maxScale={MAX_SCALE}
        centerOnInit
        panning={{ disabled: !isZoomed }}
        doubleClick={{ mode: 'toggle', step: 1.2 }}
        onTransform={(_, { scale }) => setZoomed(scale > 1.01)}
      >
        <TransformComponent wrapperStyle={FILL} contentStyle={FILL}>
          {thumbnail && state === 'loading' && (
            <img className={classes.image} src={thumbnail.lg} alt="" />
          )}
          <img
            className={classes.image}
            data-state={state}
            src={url}
            alt={name}
            draggable={false}
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
        </TransformComponent>
      </TransformWrapper>
      <ZoomTools
        zoomIn={() => void zoom.current?.zoomIn(0.5)}
        zoomOut={() => void zoom.current?.zoomOut(0.5)}
        fit={() => void zoom.current?.resetTransform()}
      />
    </div>
  )
}

interface ZoomToolsProps {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
}

export function ZoomTools({ zoomIn, zoomOut, fit }: ZoomToolsProps) {
  const { t } = useTranslation()
  return (
    // Not a toolbar, because the arrow keys show the next picture.
    <fieldset className={classes.tools} aria-label={t('preview.zoom')}>
      <IconButton icon={ZoomOut} label={t('preview.zoom_out')} tooltip="top" onClick={zoomOut} />
      <IconButton icon={Maximize} label={t('preview.fit')} tooltip="top" onClick={fit} />
      <IconButton icon={ZoomIn} label={t('preview.zoom_in')} tooltip="top" onClick={zoomIn} />
    </fieldset>
  )
}
