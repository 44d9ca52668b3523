// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepFocus } from './focus-keeper.ts'

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`There is no ${selector}.`)
  return element
}

/**
 * Removes an element while it contains the focus.
 * @returns the element that has the focus afterwards
 */
async function remove(removed: string, focused = `${removed} button`): Promise<Element | null> {
  find(focused).focus()
  find(removed).remove()
  // Mutation observers run after the change.
  await Promise.resolve()
  return document.activeElement
}

beforeAll(keepFocus)
beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <ul>${['one', 'two', 'three'].map(id => `<li id="${id}"><button>Remove</button></li>`).join('')}</ul>
      <section tabindex="-1"><button id="retry">Try again</button></section>
      <button id="more">More</button>
    </main>
    <div id="toast"><button>Undo</button></div>`
})

describe('when the focused element is removed, the focus moves', () => {
  test('to the next row', async () => {
    expect(await remove('#two')).toBe(find('#three button'))
  })

  test('to the previous row after the last one', async () => {
    expect(await remove('#three')).toBe(find('#two button'))
  })

  test('to the surrounding region outside of rows', async () => {
    expect(await remove('#retry', '#retry')).toBe(find('section'))
  })

  test('to the item list outside of regions', async () => {
    find('section').setAttribute('role', 'grid')
    expect(await remove('#toast')).toBe(find('section'))
    expect(await remove('#more', '#more')).toBe(find('section'))
  })

  test('to the page without an item list', async () => {
    expect(await remove('#toast')).toBe(find('main'))
  })
})

/** Waits for the mutation observer after a change. */
const change = async (button: HTMLElement, attributes: Record<string, boolean>) => {
  for (const [name, isOn] of Object.entries(attributes)) button.toggleAttribute(name, isOn)
  await Promise.resolve()
}

test('a busy button gets the focus back when it is enabled', async () => {
  const retry = find('#retry')
  retry.focus()
  await change(retry, { disabled: true, 'data-loading': true })
  retry.blur()
  await change(retry, { disabled: false, 'data-loading': false })
  expect(document.activeElement).toBe(retry)
})

test('a button removed while busy passes the focus on', async () => {
  find('#retry').focus()
  await change(find('#retry'), { disabled: true, 'data-loading': true })
  expect(await remove('#retry', '#retry')).toBe(find('section'))
})

test('a disabled or hidden button passes the focus on', async () => {
  for (const attribute of ['disabled', 'hidden']) {
    find('#retry').focus()
    await change(find('#retry'), { [attribute]: true })
    expect(document.activeElement).toBe(find('section'))
    await change(find('#retry'), { [attribute]: false })
  }
})

test('does not move a focus that was set meanwhile', async () => {
  find('#two button').focus()
  find('#two').remove()
  find('#more').focus()
  await Promise.resolve()
  expect(document.activeElement).toBe(find('#more'))
})

test('leaves menus to restore the focus themselves', async () => {
  find('section').setAttribute('role', 'menu')
  expect(await remove('section')).toBe(document.body)
})

test('does not move the focus after a pointer press outside', async () => {
  find('#two button').focus()
  find('#two').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  find('#two button').blur()
  find('#two').remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})
