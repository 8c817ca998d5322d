/* SPDX-FileCopyrightText: 2026 The libposixtrace authors */
/* SPDX-License-Identifier: MIT */

/*
 * The plugin `posixtrace` of babeltrace2, and its component class
 * source.posixtrace.log.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/txtb.h"
#include "source.h"

#define CAUSE(self, ...) \
	((void)BT_CURRENT_THREAD_ERROR_APPEND_CAUSE_FROM_COMPONENT( \
		self, __VA_ARGS__))

static void destroy(struct source *source)
{
	if (source->has_log)
		open_log_close(&source->log);
	event_types_fini(&source->types);
	bt_stream_put_ref(source->stream);
	bt_stream_class_put_ref(source->stream_class);
	bt_trace_put_ref(source->trace);
	bt_trace_class_put_ref(source->trace_class);
	free(source->symbols);
	free(source->path);
	free(source);
}

/* The one path of the parameters, and whether there are names for addresses. */
struct parameters {
	const char *path;
	const char *symbols;	/* NULL: none */
};

/* False: they are wrong, which was reported. */
static bool find_parameters(struct parameters *found, bt_self_component *self,
			    const bt_value *params)
{
	const bt_value *inputs =
		bt_value_map_borrow_entry_value_const(params, "inputs");
	const bt_value *path =
		bt_value_map_borrow_entry_value_const(params, "path");
	const bt_value *symbols =
		bt_value_map_borrow_entry_value_const(params, "symbols");

	if (!path && inputs && bt_value_is_array(inputs) &&
	    bt_value_array_get_length(inputs) == 1)
		path = bt_value_array_borrow_element_by_index_const(inputs, 0);
	else if (inputs)
		path = NULL;
	if (path && bt_value_is_string(path) &&
	    (!symbols || bt_value_is_string(symbols)) &&
	    bt_value_map_get_size(params) == (symbols ? 2 : 1)) {
		found->path = bt_value_string_get(path);
		found->symbols = symbols ? bt_value_string_get(symbols) : NULL;
		return !symbols || symbols_are_built("symbols");
	}
	CAUSE(self, "one parameter is needed: inputs, an array of one path, or "
	      "path, a string; the only other one is symbols, a string");
	return false;
}

/* Open the log and describe it as a trace.  False: the error was reported, or
 * there is no memory. */
static bool open_source(struct source *source, bt_self_component *self)
{
	if (!open_log(&source->log, source->path))
		return false;
	source->has_log = true;
	source->is_dump = source->log.is_dump;
	if (!source_describe(source, self)) {
		CAUSE(self, "%s: out of memory", source->path);
		return false;
	}
	event_types_init(&source->types, source->trace_class,
			 source->stream_class);
	return true;
}

static bt_component_class_initialize_method_status
initialize(bt_self_component_source *self_source,
	   bt_self_component_source_configuration *configuration,
	   const bt_value *params, void *data)
{
	bt_self_component *self =
		bt_self_component_source_as_self_component(self_source);
	struct parameters found;
	struct source *source;

	(void)configuration;
	(void)data;
	if (!find_parameters(&found, self, params))
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
	source = calloc(1, sizeof(*source));
	if (!source)
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
	source->log_level = (int)bt_component_get_logging_level(
		bt_self_component_as_component(self));
	source->path = strdup(found.path);
	source->symbols = found.symbols ? strdup(found.symbols) : NULL;
	if (source->path && !source->symbols == !found.symbols &&
	    open_source(source, self) &&
	    bt_self_component_source_add_output_port(self_source, "out", NULL,
			NULL) == BT_SELF_COMPONENT_ADD_PORT_STATUS_OK) {
		bt_self_component_set_data(self, source);
		return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
	}
	destroy(source);
	return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

static void finalize(bt_self_component_source *self)
{
	destroy(bt_self_component_get_data(
		bt_self_component_source_as_self_component(self)));
}

/* The kind of a file by its first bytes. */
static enum pxt_txtb_kind identify(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct pxt_txtb_header header;
	ssize_t n = -1;

	if (fd >= 0) {
		n = pread(fd, &header, sizeof(header), 0);
		close(fd);
	}
	return n == sizeof(header) ? pxt_txtb_kind(&header) : PXT_TXTB_NONE;
}

/* babeltrace.support-info: can the plugin read that file? */
static double weigh(const bt_value *params)
{
	const bt_value *type =
		bt_value_map_borrow_entry_value_const(params, "type");
	const bt_value *input =
		bt_value_map_borrow_entry_value_const(params, "input");

	if (!type || !input || !bt_value_is_string(type) ||
	    !bt_value_is_string(input) ||
	    strcmp(bt_value_string_get(type), "file") != 0)
		return 0;
	switch (identify(bt_value_string_get(input))) {
	case PXT_TXTB_LOG:
		return 1;
	case PXT_TXTB_DUMP:
		return 0.75;
	default:
		return 0;
	}
}

static bt_component_class_query_method_status
query(bt_self_component_class_source *self,
      bt_private_query_executor *executor, const char *object,
      const bt_value *params, void *data, const bt_value **result)
{
	(void)self;
	(void)executor;
	(void)data;
	if (strcmp(object, "babeltrace.support-info") != 0)
		return BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_UNKNOWN_OBJECT;
	if (!bt_value_is_map(params))
		return BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_ERROR;
	*result = bt_value_real_create_init(weigh(params));
	return *result ? BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_OK :
	       BT_COMPONENT_CLASS_QUERY_METHOD_STATUS_MEMORY_ERROR;
}

/* Where babeltrace2 finds what follows; it has to be exported. */
#pragma GCC visibility push(default)
BT_PLUGIN_MODULE()
#pragma GCC visibility pop

BT_PLUGIN(posixtrace);
BT_PLUGIN_DESCRIPTION("Logs of libposixtrace, and trace buffers of ThreadX");
BT_PLUGIN_AUTHOR("The libposixtrace authors");
BT_PLUGIN_LICENSE("MIT");

BT_PLUGIN_SOURCE_COMPONENT_CLASS(log, messages_next);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_DESCRIPTION(log,
	"Read a trace log of libposixtrace, or a trace buffer of ThreadX.");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_HELP(log,
	"See the babeltrace2-source.posixtrace.log(7) manual page.");
BT_PLUGIN_SOURCE_COMPONENT_CLASS_INITIALIZE_METHOD(log, initialize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_FINALIZE_METHOD(log, finalize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_QUERY_METHOD(log, query);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_INITIALIZE_METHOD(log,
	messages_initialize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_FINALIZE_METHOD(log,
	messages_finalize);
BT_PLUGIN_SOURCE_COMPONENT_CLASS_MESSAGE_ITERATOR_CLASS_SEEK_BEGINNING_METHODS(
	log, messages_seek, messages_can_seek);
