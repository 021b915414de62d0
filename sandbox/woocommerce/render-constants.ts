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
