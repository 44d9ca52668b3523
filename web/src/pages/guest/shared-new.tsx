import { Button } from '@mantine/core'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../features/items/list-events.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const ActionMenu = lazy(async () => ({
  default: (await import('../../ui/action-menu.tsx')).ActionMenu,
}))

interface SharedNewProps {
  actions: readonly MenuAction[]
  isNarrow: boolean
}

/** The button for adding files and folders, for guests who can edit. */
export function SharedNew({ actions, isNarrow }: SharedNewProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState<Point | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    const { left = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {}
    setAt({ x: left, y: bottom + 4 })
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<Upload size={18} strokeWidth={1.75} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={open}
      >
        {t('guest_shares.add')}
      </Button>
      {at && (
        <Suspense>
          <ActionMenu
            at={at}
            title={t('guest_shares.add')}
            actions={actions}
            isNarrow={isNarrow}
            onClose={() => {
              setAt(null)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
