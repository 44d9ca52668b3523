import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWebsocketTest } from './websocket-test.ts'

/** Runs the websocket test of this page; toasts show its result. */
export function ConnectionTest() {
  const { t } = useTranslation()
  const { state, start } = useWebsocketTest()
  return (
    <Button variant="default" loading={state === 'running'} onClick={start}>
      {t('admin_settings.realtime_test')}
    </Button>
  )
}
