package dev.larder.writes.autoconfigure;

import dev.larder.writes.intake.BufferedWritesGatewayFilterFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** Registers the filter's configuration for native images. */
final class WritesRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(BufferedWritesGatewayFilterFactory.Config.class)
                .registerHints(hints, classLoader);
    }
}
