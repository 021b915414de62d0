<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Throwable;
use WC_Cart;
use WC_Order;
use WC_Order_Item_Fee;
use WC_Order_Item_Product;
use WC_Order_Item_Shipping;
use WC_Shipping_Rate;

defined( 'ABSPATH' ) || exit;

/**
 * The order that the shop's checkout would make of a cart, for its sums alone: it is never stored. The classic checkout copies the
 * sums of the cart; the block checkout adds up the order's lines anew, rounds otherwise than the cart, and charges that.
 */
final class PlannedOrder extends WC_Order {

	public static function of( WC_Cart $cart, bool $has_shipping ): self {
		if ( CheckoutPage::is_block() ) {
			try {
				return self::added_up( $cart, $has_shipping );
			} catch ( Throwable $failure ) {
				// A plugin that counts on a stored order must not keep goods from being sold.
				return self::copied( $cart );
			}
		}
		return self::copied( $cart );
	}

	/** As WooCommerce's `WC_Checkout::set_data_from_cart`. */
	private static function copied( WC_Cart $cart ): self {
		$sums  = $cart->get_totals();
		$order = new self();
		$order->set_shipping_total( $sums['shipping_total'] );
		$order->set_discount_total( $sums['discount_total'] );
		$order->set_cart_tax( (float) $sums['cart_contents_tax'] + (float) $sums['fee_tax'] );
		$order->set_shipping_tax( $sums['shipping_tax'] );
		$order->set_total( $sums['total'] );
		return $order;
	}

	/** As the Store API's `OrderController::update_order_from_cart`, without the hooks by which plugins note things with a new order. */
	private static function added_up( WC_Cart $cart, bool $has_shipping ): self {
		$order = new self();
		// No row of the database belongs to it.
		$order->items = array_fill_keys( array( 'line_items', 'fee_lines', 'shipping_lines', 'tax_lines', 'coupon_lines' ), array() );
		$order->set_address( WC()->customer->get_billing(), 'billing' );
		$order->set_address( WC()->customer->get_shipping(), 'shipping' );
		$order->set_currency( get_woocommerce_currency() );
		$order->set_prices_include_tax( wc_prices_include_tax() );
		$order->update_meta_data( 'is_vat_exempt', wc_bool_to_string( WC()->customer->get_is_vat_exempt() ) );
		foreach ( $cart->get_cart() as $line ) {
			$order->add_item( self::goods( $line ) );
		}
		foreach ( $cart->get_fees() as $fee ) {
			$order->add_item( self::fee( $fee, $order ) );
		}
		foreach ( $has_shipping ? Shipping::chosen_rates() : array() as $rate ) {
			$order->add_item( self::shipping( $rate ) );
		}
		$order->calculate_totals();
		// Deposits and credit that plugins take off the cart's total are what the page asks for.
		$order->set_total( max( 0, (float) $order->get_total() - Totals::off_total( $cart ) ) );
		return $order;
	}

	private static function goods( array $line ): WC_Order_Item_Product {
		$item = new WC_Order_Item_Product();
		$item->set_props(
			array(
				'quantity'     => $line['quantity'],
				'subtotal'     => $line['line_subtotal'],
				'total'        => $line['line_total'],
				'taxes'        => $line['line_tax_data'],
				'tax_class'    => $line['data']->get_tax_class(),
				'product_id'   => $line['product_id'],
				'variation_id' => $line['variation_id'],
			)
		);
		return $item;
	}

	private static function fee( object $fee, self $order ): WC_Order_Item_Fee {
		// WooCommerce divides the tax of what is taken off by the other lines of the order, which it looks up by its number.
		$item        = new class() extends WC_Order_Item_Fee {
			public ?WC_Order $planned = null;

			public function get_order() {
				return $this->planned;
			}
		};
		$item->planned = $order;
		$item->set_props(
			array(
				'tax_class' => $fee->taxable ? $fee->tax_class : 0,
				'amount'    => $fee->amount,
				'total'     => $fee->total,
				'taxes'     => array( 'total' => $fee->tax_data ),
			)
		);
		return $item;
	}

	/** The order looks up the method, which may not be taxed. */
	private static function shipping( WC_Shipping_Rate $rate ): WC_Order_Item_Shipping {
		$item = new WC_Order_Item_Shipping();
		$item->set_props(
			array(
				'method_id'   => $rate->get_method_id(),
				'instance_id' => $rate->get_instance_id(),
				'total'       => wc_format_decimal( $rate->get_cost() ),
				'taxes'       => array( 'total' => $rate->get_taxes() ),
				'tax_status'  => $rate->tax_status ?? null,
			)
		);
		return $item;
	}

	/** WooCommerce saves an order whenever it adds it up. */
	public function save() {
		return 0;
	}

	/** As the Store API places it: at the place of pickup where the buyer fetches the goods. @param array $args */
	protected function get_tax_location( $args = array() ) {
		return array_combine( array( 'country', 'state', 'postcode', 'city' ), WC()->customer->get_taxable_address() );
	}
}
