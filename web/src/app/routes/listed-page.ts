import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router'

/**
 * A page of a module that lists lazy pages. Both are loaded before it is rendered: otherwise the screen
 * is blank until React shows a component that was waited for, 300 ms later.
 */
export const listedPage = <
  T extends Record<K, AsyncRouteComponent<object>>,
  const K extends string,
>(
  pages: () => Promise<T>,
  name: K,
): AsyncRouteComponent<object> =>
  lazyRouteComponent(async () => {
    const { [name]: page } = await pages()
    await page.preload?.()
    return { page }
  }, 'page')
