package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.ForwardedRequestCheck;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.OrderComparator;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

/**
 * Puts {@link ForwardedRequestCheck} behind all other filters of header fields wherever beans are injected in their order. No order does
 * that: among those with the lowest precedence, or without an order, the last to be registered would be the last.
 */
final class CheckLastComparator extends AnnotationAwareOrderComparator {

    private final Comparator<@Nullable Object> others;

    private CheckLastComparator(Comparator<@Nullable Object> others) {
        this.others = others;
    }

    /** Has a factory inject beans in this order; that of all others stays. */
    static void applyTo(ConfigurableListableBeanFactory beans) {
        if (beans instanceof DefaultListableBeanFactory factory) {
            Comparator<Object> known = factory.getDependencyComparator();
            factory.setDependencyComparator(new CheckLastComparator(known == null ? INSTANCE : known));
        }
    }

    @Override
    public int compare(@Nullable Object one, @Nullable Object other) {
        return last(others).compare(one, other);
    }

    @Override
    public Comparator<Object> withSourceProvider(OrderSourceProvider orders) {
        return last(others instanceof OrderComparator known ? known.withSourceProvider(orders) : others);
    }

    private static <T extends @Nullable Object> Comparator<T> last(Comparator<T> others) {
        return Comparator.<T, Boolean>comparing(ForwardedRequestCheck.class::isInstance)
                .thenComparing(others);
    }
}
