import { startDemo } from '@coffer/contract/demo'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { failurePopup } from '../../ui/popups/popups.ts'
import { Scene } from '../../ui/scene.tsx'

/** The page /demo: one click opens an account to try Coffer with. */
export function DemoPage() {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const title = t('demo.title', { name: config().appName })
  usePageTitle(title)
  async function start(): Promise<void> {
    setBusy(true)
    try {
      await api(startDemo, {})
      // A new document, because the configuration belongs to the visitor.
      location.assign('/platform/files')
    } catch (error) {
      failurePopup(error)
      setBusy(false)
    }
  }
  return (
    <EmptyState level={1} picture={<Scene time="dawn" />} title={title} text={t('demo.text')}>
      <Button size="md" loading={isBusy} onClick={() => void start()}>
        {t('demo.start')}
      </Button>
    </EmptyState>
  )
}
