/** Members that the goods of this site never vary in. */
export const NOT_DOWNLOADABLE = {
  downloadable: false,
  downloads: [],
  download_limit: -1,
  download_expiry: -1,
};
export const TAXABLE = { tax_status: 'taxable', tax_class: '' };
export const UNWEIGHED = { weight: '', dimensions: { length: '', width: '', height: '' } };
export const NO_SHIPPING_CLASS = { shipping_class: '', shipping_class_id: 0 };
export const NO_RELATIVES = {
  upsell_ids: [],
  cross_sell_ids: [],
  parent_id: 0,
  grouped_products: [],
  external_url: '',
  button_text: '',
  purchase_note: '',
  default_attributes: [],
  menu_order: 0,
  meta_data: [],
  post_password: '',
};
