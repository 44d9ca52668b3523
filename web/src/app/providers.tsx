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

/** Mantine can switch the direction itself; here it only follows the language. */
const ONLY_BY_LANGUAGE = { toggleDirection() {}, setDirection() {} }

/** The providers of every screen: theme, queries, popups and toasts. */
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
