import type { Item } from '@coffer/contract/items'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { shownName } from '../../lib/shown-name.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { ThumbnailImage } from '../../ui/thumbnail.tsx'
import { DocumentChip } from './document-chip.tsx'
import { dropFolderOf, useDropTarget } from './drops.ts'
import { asCell } from './grid-roles.ts'
import classes from './item-card.module.css'
import { ItemIcon } from './item-face.tsx'
import { type ItemProps, MoreButton, useIsLoaded, VersionBadge } from './item-row.tsx'
import { type OfItem, otherOwner, sizeOf } from './item-texts.ts'
import { Pending } from './pending.tsx'
import { ShareMark } from './share-mark.tsx'
import { StarMark } from './star-mark.tsx'
import { TeamMark } from './team-mark.tsx'

interface ItemCardProps extends ItemProps {
  canDrag: boolean
}

export const ItemCard = memo(function ItemCard({ item, ...props }: ItemCardProps) {
  const isLoaded = useIsLoaded(item)
  if (item && isLoaded) return <LoadedCard item={item} {...props} />
  return (
    <div {...asCell({ 'aria-busy': true })} id={props.id} className={classes.card}>
      <div className={`${classes.view} ${classes.pending}`} />
      <div className={classes.foot}>
        <div className={classes.texts}>
          <Pending width="60%" height={12} />
          <Pending width="30%" height={10} marginTop={9} />
        </div>
      </div>
    </div>
  )
})

function LoadedCard({ item, ...props }: Omit<ItemCardProps, 'item'> & { item: Item }) {
  const { index, id, isSelected, isCurrent, isCut, isChoosing, canDrag, editor, texts } = props
  const { isFlat } = props
  const owner = isFlat ? otherOwner(item, props.me) : null
  const isFolder = item.type === 'folder'
  const { isOver, handlers } = useDropTarget({
    folder: dropFolderOf(item),
    drops: isFolder ? props.drops : undefined,
    onHold: isFolder ? () => props.onOpen(item) : undefined,
  })
  return (
    <div
      {...asCell({ 'aria-selected': isSelected })}
      id={id}
      className={classes.card}
      data-index={index}
      data-current={isCurrent || undefined}
      data-cut={isCut || undefined}
      data-over={isOver || undefined}
      draggable={canDrag && !editor}
      {...(isFolder && handlers)}
    >
      <CardView item={item} texts={texts} />
      {isChoosing && (
        <span className={classes.tick} data-on={isSelected || undefined} aria-hidden>
          <Check size={14} strokeWidth={3} />
        </span>
      )}
      <div className={classes.foot}>
        <div className={classes.texts}>
          {editor || (
            <span className={classes.name} title={shownName(item.attributes.name)}>
              {shownName(item.attributes.name)}
            </span>
          )}
          <span className={classes.below}>
            <span className={classes.size}>
              {[sizeOf(item, texts).text, owner].filter(Boolean).join(' · ')}
            </span>
            <ShareMark item={item} texts={texts} />
            <VersionBadge item={item} texts={texts} />
          </span>
        </div>
        <TeamMark item={item} texts={texts} isFlat={isFlat} />
        {item.attributes.is_favourite && <StarMark texts={texts} />}
        <MoreButton item={item} texts={texts} />
      </div>
    </div>
  )
}

function CardView({ item, texts }: OfItem) {
  const { thumbnail } = item.attributes
  return (
    <div className={classes.view}>
      {/* The icon is shown until the thumbnail is loaded. */}
      <FaceOf item={item} />
      {thumbnail && (
        <ThumbnailImage
          src={thumbnail.sm}
          srcSet={`${thumbnail.sm} 240w, ${thumbnail.lg} 960w`}
          sizes="220px"
          className={classes.picture}
        />
      )}
      <span className={classes.chip}>
        <DocumentChip item={item} texts={texts} />
      </span>
    </div>
  )
}

function FaceOf({ item }: { item: Item }) {
  const { name } = item.attributes
  if (item.type === 'folder') return <ItemIcon item={item} size={76} />
  return <FileTile name={name} size={60} />
}
