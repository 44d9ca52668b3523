import type { Crumb } from '@coffer/contract/resource'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import classes from './breadcrumb.module.css'
import type { LocationKind } from './browse.api.ts'
import { useFolderAddress } from './folder-address.ts'

/** The collapsed crumbs of a path, as a menu. */
export function HiddenSteps({ place, crumbs }: { place: LocationKind; crumbs: readonly Crumb[] }) {
  const { t } = useTranslation()
  const addressOf = useFolderAddress(place)
  return (
    <li className={classes.step}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.link} aria-label={t('files.more_folders')}>
            …
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {crumbs.map(({ id, name, color, emoji }) => (
            <Menu.Item
              key={id}
              leftSection={<FolderIcon color={color} emoji={emoji} size={20} />}
              renderRoot={props => <Link {...props} {...addressOf(id)} />}
            >
              {shownName(name)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.slash} aria-hidden>
        /
      </span>
    </li>
  )
}
