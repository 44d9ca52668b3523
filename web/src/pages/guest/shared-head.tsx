import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './shared-head.module.css'
import { useSharedLink } from './shared-link.ts'

interface SharedHeadProps {
  /** Next to the name. */
  listIcon?: ReactNode
  /** Whether the name is the heading of the page; false when a subfolder is. */
  isHeading: boolean
  /** Size or number of items. */
  size: string | null
  download: { label: string; run: () => void } | null
  children?: ReactNode
}

/** The name, owner and limits of a share. */
export function SharedHead({ listIcon, isHeading, size, download, children }: SharedHeadProps) {
  const { name, owner } = useSharedLink()
  const facts = useFacts(size)
  const Name = isHeading ? 'h1' : 'p'
  return (
    <header className={classes.header}>
      <span className={classes.avatar}>
        <Avatar person={owner} size={44} />
      </span>
      <div className={classes.texts}>
        <Name className={classes.name}>
          {listIcon}
          <span className={classes.text} title={shownName(name)}>
            {shownName(name)}
          </span>
        </Name>
        <p className={classes.facts}>{facts}</p>
      </div>
      <div className={classes.buttons}>
        {children}
        {download && (
          <Button
            leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
            onClick={download.run}
          >
            {download.label}
          </Button>
        )}
      </div>
    </header>
  )
}

function useFacts(size: string | null): string {
  const { t } = useTranslation()
  const format = useFormat()
  const { owner, expiresAt, downloadsLeft } = useSharedLink()
  return [
    t('guest_shares.shared_by', { name: owner.name }),
    size,
    expiresAt && t('guest_shares.ends', { when: format.dateTime(expiresAt) }),
    downloadsLeft !== null && t('guest_shares.downloads_left', { count: downloadsLeft }),
  ]
    .filter(Boolean)
    .join(' · ')
}
