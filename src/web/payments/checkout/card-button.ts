/** `height` in pixels, 25 to 55. */
interface CardStyle {
  color?: string
  shape: string
  height: number
}

/** What is used of the card provider's script, as the provider documents it. */
interface ButtonOptions {
  fundingSource: unknown
  style: CardStyle
  createOrder(data: unknown, actions: { order: { create(order: object): Promise<string> } }): Promise<string>
  onApprove(data: { orderID: string }): Promise<void> | void
  onCancel(): void
  onError(error: unknown): void
  onClick(): void
}

interface CardScript {
  FUNDING: Readonly<Record<string, unknown>>
  Buttons(options: ButtonOptions): { isEligible(): boolean; render(place: HTMLElement): Promise<void> }
}

/** How the card button makes its order and whom it tells. Exactly one way of making an order is configured. */
export interface CardButtonConfig {
  /** Gives the order itself, which the provider's script then makes in the browser. */
  createOrderOnClient?: () => object
  /** Gives the id of an order that was made on the server. */
  createOrderOnServer?: () => Promise<string>
  onApprove: (orderId: string) => void
  /** A person who changes their mind needs no words, and a press answers for itself; only a failure is told of. */
  onCancel?: () => void
  onError?: (error: unknown) => void
  onClick?: () => void
}

const nothing = () => {}

const fundingSource = 'CARD'
const style = { color: 'gold', shape: 'rect', height: 46 }

/**
 * Puts the card button into its place.
 * @throws where both ways of making an order are configured or none, and where the provider has no such button here
 */
export async function mountCardButton(place: HTMLElement, config: CardButtonConfig): Promise<void> {
  const createOrder = orderMaker(config)
  const script = (globalThis as { paypal?: CardScript }).paypal
  if (!script) throw new Error('The script of the card button is not loaded')
  const options: Omit<ButtonOptions, 'style'> = {
    fundingSource: script.FUNDING[fundingSource],
    createOrder,
    onApprove: ({ orderID }) => config.onApprove(orderID),
    onCancel: config.onCancel ?? nothing,
    onError: config.onError ?? nothing,
    onClick: config.onClick ?? nothing,
  }
  const render = async (wanted: CardStyle) => {
    place.replaceChildren()
    const buttons = script.Buttons({ ...options, style: wanted })
    if (!buttons.isEligible()) throw new Error('The provider takes no cards here')
    await buttons.render(place)
  }
  try {
    await render(style)
  } catch {
    // The provider refuses some colours for some ways to pay: then it chooses its own.
    const { color: _, ...colourless } = style
    await render(colourless)
  }
}

function orderMaker({
  createOrderOnClient,
  createOrderOnServer,
}: CardButtonConfig): ButtonOptions['createOrder'] {
  if (createOrderOnClient && createOrderOnServer) {
    throw new Error('Both createOrderOnClient and createOrderOnServer are defined: choose one of them')
  }
  if (createOrderOnServer) return createOrderOnServer
  if (createOrderOnClient) return (_, actions) => actions.order.create(createOrderOnClient())
  throw new Error('Neither createOrderOnClient nor createOrderOnServer is defined: choose one of them')
}
