<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
use const UcpHost\PLUGIN_FILE;

defined( 'ABSPATH' ) || exit;

/** Declares the WooCommerce features that the plugin is compatible with. */
final class Compatibility {

	public static function declare(): void {
		FeaturesUtil::declare_compatibility( 'custom_order_tables', PLUGIN_FILE, true );
		FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', PLUGIN_FILE, true );
	}
}
