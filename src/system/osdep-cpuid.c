/* Owns the instruction by which an x86 CPU, and a hypervisor, tell of themselves. */

#include "config.h"

#include <stddef.h>
#include <string.h>
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#include <cpuid.h>
#define HAVE_CPUID	1
#else
#define HAVE_CPUID	0
#endif

#include "results/result.h"
#include "system/osdep-cpuid.h"

#if HAVE_CPUID
#define LEAF_FEATURES		1u
#define LEAF_HYPERVISOR		0x40000000u
#define LEAF_EXTENDED		0x80000000u
#define LEAF_BRAND_FIRST	0x80000002u
#define LEAF_BRAND_LAST		0x80000004u
#define FEATURE_HYPERVISOR	(1u << 31)	/* of ECX; no CPU sets it */

/* Hypervisors by the twelve bytes that each has chosen. */
static const struct {
	const char	*signature, *name;
} hypervisors[] = {
	{ "KVMKVMKVM", "kvm" },
	{ "TCGTCGTCGTCG", "qemu" },
	{ "Microsoft Hv", "hyper-v" },
	{ "VMwareVMware", "vmware" },
	{ "XenVMMXenVMM", "xen" },
	{ "VBoxVBoxVBox", "virtualbox" },
	{ " lrpepyh vr", "parallels" },
	{ "bhyve bhyve ", "bhyve" },
	{ "OpenBSDVMM58", "vmm" },
	{ "___ NVMM ___", "nvmm" },
};

static void
cpuid_add_hypervisor(struct facts *facts)
{
	unsigned	words[4];
	char		signature[13];
	size_t		i;

	__cpuid(LEAF_HYPERVISOR, words[0], words[1], words[2], words[3]);
	memcpy(signature, &words[1], 12);
	signature[12] = '\0';
	for (i = 0; i < sizeof hypervisors / sizeof hypervisors[0]; i++)
		if (strcmp(signature, hypervisors[i].signature) == 0)
			facts_add_text(facts, "hypervisor",
			    hypervisors[i].name);
}

void
cpuid_add_virtual(struct facts *facts)
{
	unsigned	words[4];

	if (!__get_cpuid(LEAF_FEATURES, &words[0], &words[1], &words[2],
	    &words[3])) {
		facts_add_text(facts, "virtual", NULL);
		return;
	}
	facts_add_claim(facts, "virtual",
	    (words[2] & FEATURE_HYPERVISOR) != 0);
	if ((words[2] & FEATURE_HYPERVISOR) != 0)
		cpuid_add_hypervisor(facts);
}

void
cpuid_add_model(struct facts *facts)
{
	unsigned	words[12], leaf, *next = words;
	char		brand[sizeof words + 1];

	if (__get_cpuid_max(LEAF_EXTENDED, NULL) < LEAF_BRAND_LAST) {
		facts_add_text(facts, "cpu_model", NULL);
		return;
	}
	for (leaf = LEAF_BRAND_FIRST; leaf <= LEAF_BRAND_LAST; leaf++) {
		__cpuid(leaf, next[0], next[1], next[2], next[3]);
		next += 4;
	}
	memcpy(brand, words, sizeof words);
	brand[sizeof words] = '\0';
	facts_add_text(facts, "cpu_model", brand + strspn(brand, " "));
}
#else
void
cpuid_add_virtual(struct facts *facts)
{
	facts_add_text(facts, "virtual", NULL);
}

void
cpuid_add_model(struct facts *facts)
{
	facts_add_text(facts, "cpu_model", NULL);
}
#endif
