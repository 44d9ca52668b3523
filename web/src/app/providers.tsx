import '../ui/library.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { colorSchemes } from '../ui/color-scheme.ts'
import { PopupHost } from '../ui/popups/popup-host.tsx'
import { theme } from '../ui/theme/theme.ts'
import { ToastHost } from '../ui/toasts/toast-host.tsx'
import { queryClient } from './query-client.ts'

/** The library could turn the page by itself; here the language does. */
const ONLY_BY_LANGUAGE = { toggleDirection() {}, setDirection() {} }

/** What every screen stands on: colours, the server's answers, popups and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const dir = i18n.dir()
  const direction = useMemo(() => ({ dir, ...ONLY_BY_LANGUAGE }), [dir])
  return (
    <DirectionContext value={direction}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <PopupHost />
          <ToastHost />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionContext>
  )
}
