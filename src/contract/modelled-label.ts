/** The label every modelled figure carries. Apart from the schemas, so that the browser can have it without them. */
export const modelledLabel = 'Modelled sample data'
