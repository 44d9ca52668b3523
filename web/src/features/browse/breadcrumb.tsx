import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import { Skeleton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import classes from './breadcrumb.module.css'
import type { Place } from './browse.api.ts'
import { type Drops, useDropTarget } from './drops.ts'
import { useFolderAddress } from './folder-address.ts'

const HiddenSteps = lazy(async () => ({
  default: (await import('./hidden-steps.tsx')).HiddenSteps,
}))

/** Above this many folders the ones in the middle are put into a menu. */
const SHOWN = 2

interface BreadcrumbProps {
  place: Place
  /** What the top of the place is called. */
  top: string
  /** Undefined while it is on its way. */
  root: Item | null | undefined
  ancestors: readonly Crumb[]
  drops: Drops | undefined
  /** Of the folder that is shown. */
  menu?: ReactNode
}

/** The way to the folder that is shown. Each step of it takes what is dropped on it. */
export function Breadcrumb({ place, top, root, ancestors, drops, menu }: BreadcrumbProps) {
  const { t } = useTranslation()
  const hidden = ancestors.slice(0, Math.max(0, ancestors.length - SHOWN))
  const shown = ancestors.slice(hidden.length)
  const step = { place, drops }
  return (
    <nav className={classes.crumbs} aria-label={t('files.path')}>
      <ol className={classes.steps}>
        {/* Only Files has a folder for its top: other places gather what lies in many. */}
        {root !== null && (
          <Step
            place={place}
            id={null}
            name={top}
            drops={place === 'folders' ? drops : undefined}
          />
        )}
        {hidden.length > 0 && (
          <Suspense>
            <HiddenSteps place={place} crumbs={hidden} />
          </Suspense>
        )}
        {shown.map(crumb => (
          <Step key={crumb.id} {...step} {...crumb} />
        ))}
        <li className={classes.here}>
          <Here root={root} top={top} />
          {menu}
        </li>
      </ol>
    </nav>
  )
}

function Here({ root, top }: Pick<BreadcrumbProps, 'root' | 'top'>) {
  if (root === undefined) return <Skeleton width={120} height={16} radius="sm" />
  const { name, color, emoji } = root?.attributes ?? { name: top, color: null, emoji: null }
  return (
    <h1 className={classes.title} aria-current="page">
      {(emoji || color) && <FolderIcon color={color} emoji={emoji} size={26} />}
      <span className={classes.name} title={shownName(name)}>
        {shownName(name)}
      </span>
    </h1>
  )
}

interface StepProps extends Partial<Pick<Crumb, 'emoji' | 'color'>> {
  place: Place
  id: string | null
  name: string
  drops: Drops | undefined
}

function Step({ place, id, name, emoji = null, color = null, drops }: StepProps) {
  const navigate = useNavigate()
  const address = useFolderAddress(place)(id)
  const { isOver, handlers } = useDropTarget({
    folderId: id,
    drops,
    onHold: () => void navigate(address),
  })
  return (
    <li className={classes.step}>
      <Link
        {...address}
        className={classes.link}
        data-over={isOver || undefined}
        draggable={false}
        {...handlers}
      >
        {(emoji || color) && <FolderIcon color={color} emoji={emoji} size={20} />}
        <span className={classes.name}>{shownName(name)}</span>
      </Link>
      <span className={classes.slash} aria-hidden>
        /
      </span>
    </li>
  )
}
