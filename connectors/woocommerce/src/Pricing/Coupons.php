<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Automattic\WooCommerce\Utilities\DiscountsUtil;
use WC_Cart;
use WC_Coupon;

defined( 'ABSPATH' ) || exit;

/** Applies coupon codes and collects the error numbers of refused ones, which only a filter inside PHP provides. */
final class Coupons {

	/** @var array{error_code: int|null, message: string}|null Last refusal of a code. */
	private static ?array $said = null;

	/**
	 * Applies the codes in their order. Refused ones are returned with WooCommerce's number and message.
	 *
	 * @param string[] $codes
	 * @return array<int, array{code: string, error_code: int|null, message: string}>
	 */
	public static function apply( WC_Cart $cart, array $codes, string $email ): array {
		add_filter( 'woocommerce_coupon_error', array( self::class, 'listen' ), PHP_INT_MAX, 2 );
		$rejected = array();
		$asked    = array();
		foreach ( array_map( 'wc_format_coupon_code', $codes ) as $code ) {
			$before = $cart->get_applied_coupons();
			$reason = self::try_one( $cart, $code, $email, isset( $asked[ $code ] ) );
			if ( $reason ) {
				$rejected[] = array( 'code' => $code ) + $reason;
			}
			foreach ( array_diff( $before, $cart->get_applied_coupons() ) as $driven_out ) {
				$rejected[] = array( 'code' => (string) $driven_out ) + self::driven_out_by( $code );
			}
			$asked[ $code ] = true;
		}
		remove_filter( 'woocommerce_coupon_error', array( self::class, 'listen' ), PHP_INT_MAX );
		return $rejected;
	}

	/** @internal Hears what WooCommerce says against a code. @param mixed $message @param mixed $error_code */
	public static function listen( $message, $error_code ) {
		self::$said = array(
			'error_code' => is_numeric( $error_code ) && (int) $error_code > 0 ? (int) $error_code : null,
			'message'    => wp_strip_all_tags( (string) $message ),
		);
		return $message;
	}

	/** @return array<int, array{code: string, amount: int}> */
	public static function applied( WC_Cart $cart, string $currency ): array {
		return array_map(
			static fn( $code ) => array(
				'code'   => (string) $code,
				'amount' => Money::to_minor_units( self::taken_off( $cart, (string) $code ), $currency ),
			),
			array_values( $cart->get_applied_coupons() )
		);
	}

	/** Reads the unrounded amount: the cart's own figure per coupon is rounded to displayed decimals, unlike its discount. */
	private static function taken_off( WC_Cart $cart, string $code ): float {
		foreach ( $cart->get_coupon_discount_totals() as $each => $amount ) {
			if ( wc_strtolower( (string) $each ) === wc_strtolower( $code ) ) {
				return (float) $amount;
			}
		}
		return 0.0;
	}

	private static function try_one( WC_Cart $cart, string $code, string $email, bool $again ): ?array {
		$coupon = new WC_Coupon( $code );
		if ( $again ) {
			return self::refusal( $coupon, WC_Coupon::E_WC_COUPON_ALREADY_APPLIED );
		}
		self::$said = null;
		if ( ! $cart->apply_coupon( $code ) ) {
			return self::$said ?? array(
				'error_code' => null,
				'message'    => __( 'This shop takes no coupons.', 'ucp-host' ),
			);
		}
		// Older releases look at addresses only when the order is placed.
		$allowed = array_filter( $coupon->get_email_restrictions() );
		if ( $allowed && ! self::is_for( strtolower( $email ), $allowed, $cart ) ) {
			$cart->remove_coupon( $code );
			return self::refusal( $coupon, WC_Coupon::E_WC_COUPON_NOT_YOURS_REMOVED );
		}
		return null;
	}

	/** @param string[] $allowed */
	private static function is_for( string $email, array $allowed, WC_Cart $cart ): bool {
		if ( '' === $email ) {
			return false;
		}
		// WooCommerce 9.0 has moved this out of the cart.
		$place = is_callable( array( DiscountsUtil::class, 'is_coupon_emails_allowed' ) ) ? DiscountsUtil::class : $cart;
		return (bool) call_user_func( array( $place, 'is_coupon_emails_allowed' ), array( $email ), $allowed );
	}

	private static function driven_out_by( string $code ): array {
		return self::refusal( new WC_Coupon( $code ), WC_Coupon::E_WC_COUPON_ALREADY_APPLIED_INDIV_USE_ONLY );
	}

	private static function refusal( WC_Coupon $coupon, int $error_code ): array {
		return array(
			'error_code' => $error_code,
			'message'    => wp_strip_all_tags( (string) $coupon->get_coupon_error( $error_code ) ),
		);
	}
}
