package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** Runtime hints for native images: the filters' configuration, rule settings, and the metadata used to check property names. */
final class LarderRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(CacheGatewayFilterFactory.Config.class)
                .registerHints(hints, classLoader);
        BindableRuntimeHintsRegistrar.forTypes(RuleExtension.all().toArray(Class<?>[]::new))
                .registerHints(hints, classLoader);
        hints.resources().registerPattern("META-INF/spring-configuration-metadata.json");
    }
}
