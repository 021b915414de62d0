<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Carts\CartLock;
use WC_Order;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

defined( 'ABSPATH' ) || exit;

/**
 * Makes one order of repeated submissions, in one or several browsers: orders of one cart are placed one at a time, and
 * later requests are redirected to the first order.
 */
final class OneOrder {

	/** A payment may take its time. */
	private const SECONDS_TO_WAIT = 25;

	private static bool $is_placing = false;

	private static string $locked = '';

	private static bool $is_busy = false;

	/** Cart that was already sold, and its order. @var array{0: Cart, 1: WC_Order}|null */
	private static ?array $sold = null;

	/** The classic checkout's form. */
	public static function before_form(): void {
		self::claim();
		if ( self::$sold ) {
			self::leave( Handoff::receipt( ...self::$sold ) );
		}
		if ( self::$is_busy ) {
			throw new \Exception( esc_html( self::busy_message() ) );
		}
	}

	/**
	 * The block checkout, and whatever else places orders through the Store API.
	 *
	 * @param mixed $response
	 * @param mixed $handler
	 * @return mixed
	 */
	public static function before_store_api( $response, $handler, WP_REST_Request $request ) {
		if ( self::is_placing( $request ) ) {
			self::$is_placing = true;
			if ( did_action( 'woocommerce_cart_loaded_from_session' ) ) {
				self::claim();
			}
		}
		return $response;
	}

	/** The visitor's cart is known only now; empty ones are refused before an order is made. */
	public static function cart_loaded(): void {
		if ( self::$is_placing ) {
			self::claim();
		}
	}

	public static function cart_checked( WP_Error $errors ): void {
		if ( self::$is_placing && self::$is_busy ) {
			$errors->add( 'ucp_host_cart_busy', self::busy_message() );
		}
	}

	/**
	 * Returns the first order's response again, as far as the checkout page reads it.
	 *
	 * @param mixed $response
	 * @param mixed $handler
	 * @return mixed
	 */
	public static function after_store_api( $response, $handler, WP_REST_Request $request ) {
		if ( ! self::is_placing( $request ) ) {
			return $response;
		}
		self::$is_placing = false;
		if ( ! self::$sold ) {
			return $response;
		}
		list( $cart, $order ) = self::$sold;
		return new WP_REST_Response(
			array(
				'order_id'       => Handoff::is_buyer( $cart, $order ) ? $order->get_id() : 0,
				'status'         => $order->get_status(),
				'payment_result' => array(
					'payment_status'  => 'success',
					'payment_details' => array(),
					'redirect_url'    => Handoff::receipt( $cart, $order ),
				),
			)
		);
	}

	/** The database releases the lock at the end of the request, when the order exists. */
	private static function claim(): void {
		$cart = BuyerSession::cart();
		if ( ! $cart || self::$locked === $cart->id ) {
			return;
		}
		self::$is_busy = ! CartLock::take( $cart->id, self::SECONDS_TO_WAIT );
		self::$locked  = $cart->id;
		// While this waited, another may have placed the order.
		$cart  = BuyerSession::cart();
		$order = $cart ? $cart->sold_as() : null;
		if ( $order ) {
			self::$sold = array( $cart, $order );
			WC()->cart->empty_cart();
		}
	}

	/** True for the button of the block checkout. */
	public static function is_placing( WP_REST_Request $request ): bool {
		return 'POST' === $request->get_method() && 1 === preg_match( '#^/wc/store(/v\d+)?/checkout/?$#', $request->get_route() );
	}

	private static function leave( string $url ): void {
		if ( wp_doing_ajax() ) {
			wp_send_json(
				array(
					'result'   => 'success',
					'redirect' => $url,
				)
			);
		}
		wp_safe_redirect( $url );
		exit;
	}

	private static function busy_message(): string {
		return __( 'This order is being placed already. Please wait a moment.', 'ucp-host' );
	}
}
