<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use Throwable;
use WC_Product;
use WC_Product_Variable;
use WC_Product_Variation;

defined( 'ABSPATH' ) || exit;

/** Reads the markup of a price on the shop's pages, in which plugins write periods, discounts or that it is for members only. */
final class PriceText {

	private const MOST_CHARACTERS = 200;

	/**
	 * Price that the page shows to a guest, and its text where that says more. The price is empty where the page hides it.
	 *
	 * @param string $price Decimal string that WooCommerce's pages show; empty without one.
	 * @return array{price: string, text: string}
	 */
	public static function read( WC_Product $product, string $price ): array {
		try {
			$markup = (string) $product->get_price_html();
			$suffix = '' === $price ? '' : self::visible( (string) $product->get_price_suffix() );
			$bare   = '' === $price ? array() : self::bare( $product, $price, $suffix );
		} catch ( Throwable $failure ) {
			// A plugin that fails for one product must not fail the page of all.
			return self::told( $price, '' );
		}
		$text = self::visible( $markup );
		if ( '' === $price || in_array( $text, $bare, true ) ) {
			return self::told( $price, '' === $price ? $text : '' );
		}
		$amount = $product instanceof WC_Product_Variable ? null : self::amount( $text, $suffix );
		if ( null !== $amount ) {
			return self::told( $amount, '' );
		}
		return self::told( (float) $price > 0 && ! self::has_amount( $product, $markup, $price ) ? '' : $price, $text );
	}

	/** @return array{price: string, text: string} */
	private static function told( string $price, string $text ): array {
		return array(
			'price' => $price,
			'text'  => mb_substr( $text, 0, self::MOST_CHARACTERS ),
		);
	}

	/** Texts of WooCommerce itself, which say nothing but the price. @return string[] */
	private static function bare( WC_Product $product, string $price, string $suffix ): array {
		$amounts = array( wc_price( (float) $price ) );
		if ( $product instanceof WC_Product_Variable ) {
			$min     = $product->get_variation_price( 'min', true );
			$amounts = array( wc_price( (float) $min ), wc_format_price_range( $min, $product->get_variation_price( 'max', true ) ) );
		}
		return array_map( static fn( $amount ) => trim( self::visible( (string) $amount ) . ' ' . $suffix ), $amounts );
	}

	/** Decimal string of a text that is one amount in the shop's currency; null for any other. */
	private static function amount( string $text, string $suffix ): ?string {
		$symbol = self::visible( get_woocommerce_currency_symbol() );
		$amount = '' !== $suffix && str_ends_with( $text, $suffix ) ? substr( $text, 0, -strlen( $suffix ) ) : $text;
		$number = '' === $symbol ? $amount : str_replace( $symbol, '', $amount );
		if ( $number === $amount ) {
			return null;
		}
		$point     = preg_quote( wc_get_price_decimal_separator(), '/' );
		$thousands = self::visible( wc_get_price_thousand_separator() );
		$digits    = trim( '' === $thousands ? str_replace( ' ', '', $number ) : str_replace( $thousands, '', $number ) );
		$decimal   = (string) preg_replace( "/^(\d+)$point(\d+)$/", '$1.$2', $digits );
		return preg_match( '/^\d+(\.\d+)?$/D', $decimal ) ? number_format( (float) $decimal, 6, '.', '' ) : null;
	}

	/** An empty price of a variation alone hides nothing: themes leave it to the product's. */
	private static function has_amount( WC_Product $product, string $markup, string $price ): bool {
		$number = number_format( (float) $price, wc_get_price_decimals(), wc_get_price_decimal_separator(), wc_get_price_thousand_separator() );
		if ( '' === trim( $markup ) && $product instanceof WC_Product_Variation ) {
			$parent = wc_get_product( $product->get_parent_id() );
			$markup = $parent ? (string) $parent->get_price_html() : '';
		}
		return str_contains( $markup, 'woocommerce-Price-amount' ) || str_contains( self::visible( $markup ), $number );
	}

	/** Text as buyers see it: without former prices, and what is for screen readers alone. */
	private static function visible( string $markup ): string {
		$shown = (string) preg_replace( array( '~<del\b.*?</del>~is', '~<span[^>]*screen-reader-text[^>]*>.*?</span>~is' ), ' ', $markup );
		$text  = html_entity_decode( wp_strip_all_tags( $shown ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
		return trim( (string) preg_replace( '/[\s\x{00a0}\x{202f}]+/u', ' ', $text ) );
	}
}
