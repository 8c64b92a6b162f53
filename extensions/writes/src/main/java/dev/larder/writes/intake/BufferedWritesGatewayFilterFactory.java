package dev.larder.writes.intake;

import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code BufferedWrites}: for routes that cache nothing. {@code - BufferedWrites=orders} puts their writes
 * under the rule {@code larder.rules.orders}, which has a {@code buffer}. For routes that are built in Java, {@link
 * #buffered} makes the filter.
 */
public final class BufferedWritesGatewayFilterFactory
        extends AbstractGatewayFilterFactory<BufferedWritesGatewayFilterFactory.Config> {

    /** What routes call it. */
    public static final String NAME = "BufferedWrites";

    private final WriteInvalidationGatewayFilterFactory writes;
    private final BufferedWriteHandler buffered;

    /** Makes filters by which these writes are buffered. */
    public BufferedWritesGatewayFilterFactory(
            WriteInvalidationGatewayFilterFactory writes, BufferedWriteHandler buffered) {
        super(Config.class);
        this.writes = writes;
        this.buffered = buffered;
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("value");
    }

    @Override
    public GatewayFilter apply(Config config) {
        String rule = config.getValue();
        if (rule == null || rule.isBlank()) {
            throw new IllegalArgumentException("BufferedWrites filter: it names no rule. Write for example"
                    + " BufferedWrites=orders, and add larder.rules.orders.buffer.bulk=/bulk/{path}.");
        }
        return buffered(rule);
    }

    /** The filter for a route whose writes are under this rule. */
    public GatewayFilter buffered(String rule) {
        if (!buffered.isBuffered(rule)) {
            throw new IllegalArgumentException("BufferedWrites filter: there is no rule " + rule
                    + " that has a buffer. Add for example larder.rules." + rule + ".buffer.bulk=/bulk/{path}.");
        }
        return writes.under(rule);
    }

    /** Configuration of one {@code BufferedWrites} filter. */
    public static final class Config {

        private @Nullable String value;

        /** The name of a rule; null for none, which is refused. */
        public @Nullable String getValue() {
            return value;
        }

        /** Sets the name of a rule. */
        public void setValue(@Nullable String value) {
            this.value = value;
        }
    }
}
