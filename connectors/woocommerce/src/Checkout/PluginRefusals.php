<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Pricing\CartRules;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/** Refusals of plugins at the button of the block checkout: they throw from its hooks, or add an error to the one that validates. */
final class PluginRefusals {

	/** Hooks by which plugins refuse an order that WooCommerce itself would take, in their order. */
	private const HOOKS = array(
		'woocommerce_store_api_checkout_update_customer_from_request',
		'woocommerce_store_api_checkout_update_order_meta',
		'woocommerce_store_api_checkout_update_order_from_request',
		'woocommerce_checkout_validate_order_before_payment',
		'woocommerce_store_api_checkout_order_processed',
	);

	/** True while plugins are asked, and still when one of them has thrown. */
	private static bool $is_asking = false;

	public static function listen(): void {
		foreach ( self::HOOKS as $hook ) {
			add_action( $hook, array( self::class, 'begin' ), PHP_INT_MIN );
			add_action( $hook, array( self::class, 'end' ), PHP_INT_MAX, 2 );
		}
		add_action( $hook, array( self::class, 'taken' ), PHP_INT_MAX );
		add_filter( 'rest_request_after_callbacks', array( self::class, 'answered' ), 9, 3 );
	}

	/** Before the plugins on a hook. */
	public static function begin(): void {
		self::$is_asking = true;
	}

	/**
	 * After the plugins on a hook.
	 *
	 * @param mixed $subject
	 * @param mixed $errors
	 */
	public static function end( $subject = null, $errors = null ): void {
		self::$is_asking = $errors instanceof WP_Error && array() !== $errors->get_error_messages();
	}

	/** After the plugins on the last hook. */
	public static function taken(): void {
		self::keep( '' );
	}

	/**
	 * Keeps the sentence with which the button was answered.
	 *
	 * @param mixed $response
	 * @param mixed $handler
	 * @return mixed
	 */
	public static function answered( $response, $handler, WP_REST_Request $request ) {
		if ( self::$is_asking && OneOrder::is_placing( $request ) ) {
			self::keep( self::sentence( $response ) );
		}
		self::$is_asking = false;
		return $response;
	}

	/** @param mixed $response */
	private static function sentence( $response ): string {
		if ( $response instanceof WP_Error ) {
			return $response->get_error_message();
		}
		$data = $response instanceof WP_REST_Response ? $response->get_data() : null;
		return is_array( $data ) && is_string( $data['message'] ?? null ) ? $data['message'] : '';
	}

	private static function keep( string $sentence ): void {
		$cart = '' === BuyerSession::cart_id() ? null : BuyerSession::cart();
		if ( $cart ) {
			CartRules::keep_at_button( $cart, $sentence );
		}
	}
}
