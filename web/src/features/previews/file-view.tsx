import type { Item } from '@coffer/contract/items'
import { lazy, type ReactNode, useState } from 'react'
import { FileCard } from './file-card.tsx'
import { MediaView } from './media-view.tsx'
import { PictureView } from './picture-view.tsx'
import { contentKey, isSameContent, type Viewer, viewerOf } from './viewer-of.ts'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))
const TextView = lazy(async () => ({ default: (await import('./text-view.tsx')).TextView }))
const MarkdownView = lazy(async () => ({
  default: (await import('./markdown-view.tsx')).MarkdownView,
}))

interface FileViewProps {
  item: Item
  onDownload: (item: Item) => void
}

const VIEWS: Record<Viewer, (props: FileViewProps) => ReactNode> = {
  picture: PictureView,
  video: MediaView,
  audio: MediaView,
  pdf: props => <PdfView {...props} />,
  markdown: props => <MarkdownView {...props} />,
  text: props => <TextView {...props} />,
  card: FileCard,
}

/** Shows a file in the viewer for its type, and fills its container. */
export function FileView(props: FileViewProps) {
  const item = useLoadedContent(props.item)
  const Viewer = VIEWS[viewerOf(item)]
  // A replaced content is a new one: the zoom, position or failure of the last one does not apply.
  return <Viewer key={`${item.id}/${contentKey(item.attributes)}`} {...props} item={item} />
}

/**
 * Keeps the number of versions with which the content was loaded while it stays the same, because
 * another URL would load it again.
 */
function useLoadedContent(item: Item): Item {
  const [loaded, setLoaded] = useState(item)
  if (item.id === loaded.id && isSameContent(loaded.attributes, item.attributes))
    return { ...item, attributes: { ...item.attributes, versions: loaded.attributes.versions } }
  setLoaded(item)
  return item
}
