<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

defined( 'ABSPATH' ) || exit;

/** Names the goods that the shop no longer sells as ordered, before the buyer pays for the rest. */
final class MissingGoods {

	/** @param array<int|string, int> $missing Ordered quantities by id. */
	public static function show( array $missing ): void {
		$rest = BuyerPage::in_cart();
		BuyerPage::open( $rest ? 200 : 410, $rest ? __( 'Not everything is available any more', 'ucp-host' ) : __( 'This order is not available any more', 'ucp-host' ) );
		BuyerPage::say( __( 'The shop can no longer deliver these as ordered:', 'ucp-host' ) );
		BuyerPage::show( BuyerPage::ordered( $missing ) );
		if ( $rest ) {
			BuyerPage::say( __( 'This is what you can order now:', 'ucp-host' ) );
			BuyerPage::show( $rest );
			BuyerPage::link( wc_get_checkout_url(), __( 'Go on with the rest', 'ucp-host' ), 'go' );
		}
		BuyerPage::say( __( 'Or ask your assistant for other goods.', 'ucp-host' ) );
		BuyerPage::link( wc_get_page_permalink( 'shop' ), __( 'Go to the shop', 'ucp-host' ) );
		BuyerPage::close();
	}
}
