package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves out all auto-configurations of Larder and its extensions if {@code larder.enabled} is false, but the one that lets routes
 * name their filters.
 */
final class LarderSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

    private static final String OURS = "dev.larder.";

    /** What services have behind the gateway, which need nothing of it. */
    private static final String OF_SERVICES = "dev.larder.bulk.";

    private boolean enabled = true;

    @Override
    public void setEnvironment(Environment environment) {
        enabled = SwitchedOffCondition.isOn(environment);
    }

    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        var kept = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            String name = classes[i];
            kept[i] = enabled
                    || name == null
                    || !name.startsWith(OURS)
                    || name.startsWith(OF_SERVICES)
                    || name.equals(SwitchedOffAutoConfiguration.class.getName());
        }
        return kept;
    }
}
