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
  /** Beside the name. */
  listIcon?: ReactNode
  /** It is the page's heading, unless a folder further down is. */
  isHeading: boolean
  /** How much it is. */
  size: string | null
  download: { label: string; run: () => void } | null
  children?: ReactNode
}

/** What is shared, by whom and for how long. */
export function SharedHead({ listIcon, isHeading, size, download, children }: SharedHeadProps) {
  const { name, owner } = useSharedLink()
  const facts = useFacts(size)
  const Name = isHeading ? 'h1' : 'p'
  return (
    <header className={classes.head}>
      <span className={classes.avatar}>
        <Avatar person={owner} size={44} />
      </span>
      <div className={classes.words}>
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
