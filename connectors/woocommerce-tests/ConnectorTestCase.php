<?php
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

/** Starts each test on a fresh site and records the wire for comparison with its schema. */
abstract class ConnectorTestCase extends TestCase {

	protected function setUp(): void {
		Site::begin();
	}

	/** Returns the markup that the page prints. */
	protected function shown( callable $page ): string {
		ob_start();
		$page();
		return (string) ob_get_clean();
	}

	/** Presents a key as the service does. @return int|false The user who is signed in. */
	protected function signed_in( string $key, string $secret ) {
		$_SERVER['PHP_AUTH_USER'] = $key;
		$_SERVER['PHP_AUTH_PW']   = $secret;
		defined( 'REST_REQUEST' ) || define( 'REST_REQUEST', true );
		return $this->determined();
	}

	/** @param int|false $user Found by what comes before the plugin. @return int|false */
	protected function determined( $user = false ) {
		foreach ( UCP_HOST_HOOKS['determine_current_user'] as $determine ) {
			$user = $determine( $user );
		}
		return $user;
	}

	/** @param mixed $value */
	protected function goes_over_the_wire( string $message, $value ): void {
		$file = getenv( 'CONNECTOR_WIRE_FILE' );
		$line = json_encode( array( 'test' => $this->getName(), 'message' => $message, 'value' => $value ), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR );
		if ( is_string( $file ) && '' !== $file ) {
			file_put_contents( $file, $line . "\n", FILE_APPEND );
		}
	}
}
